import type { SpeechTimeline } from '../../contract/index.ts';
import { averageLevel } from '../envelope.ts';
import { readSymbol } from '../phonetics/index.ts';
import { measureProminence, measureRise } from '../pitch.ts';
import type { Voice } from './voice.ts';

/** A word that the voice leans on. */
export interface Accent {
  time: number;
  /** 0..1 within this speech. */
  strength: number;
  /** How far the pitch peaks on it, 0 not at all, 1 as far as lively voices do; 0.5 where no pitch was measured. */
  lift: number;
}

/** Speech between two pauses, s. */
export interface Phrase {
  start: number;
  end: number;
  /** How the text ends here; `comma` is a pause inside a sentence. */
  ending: 'comma' | 'statement' | 'question' | 'exclamation';
  /** How far the voice goes up at the end, semitones; negative where it falls; null where no pitch was measured. */
  rise: number | null;
}

/** A silence of this length ends a phrase, s. */
const PHRASE_GAP = 0.2;
/** Accents nearer than this compete and the stronger stays, s: people nod about once in a phrase's stress group. */
const ACCENT_SPACING = 0.6;
/** A pitch peak this far over its surroundings, semitones, is as prominent as lively speech makes it, and the surroundings, s. */
const LIVELY_SEMITONES = 6;
const SURROUNDINGS = 0.35;
/** What an accent's weight gains from its pitch, from flat to lively. */
const FLAT_WEIGHT = 0.7;
const LIVELY_WEIGHT = 1.3;
/** The end of a phrase in which its melody is decided, s. */
const ENDING_SECONDS = 0.35;

/** The accented words: of each word its stressed sound, else its loudest and highest vowel, kept where it stands out. */
export function findAccents(timeline: SpeechTimeline, { loudness, pitch }: Voice): Accent[] {
  const candidates = new Map<number, { time: number; weight: number; lift: number }>();
  for (const { symbol, start, end, stress, word } of timeline.phones) {
    if (word === null || !readSymbol(symbol).some(({ sound }) => sound.kind === 'vowel')) continue;
    const lift =
      pitch === undefined ? 0.5 : Math.min(1, measureProminence(pitch, start, end, SURROUNDINGS) / LIVELY_SEMITONES);
    const level = averageLevel(loudness, start, end);
    const melody = FLAT_WEIGHT + (LIVELY_WEIGHT - FLAT_WEIGHT) * lift;
    const weight = level * melody * (stress === 1 ? 1 : 0.5) * Math.min(1, (end - start) / 0.12);
    const best = candidates.get(word);
    if (best === undefined || weight > best.weight) candidates.set(word, { time: start, weight, lift });
  }
  const strongest = Math.max(1e-6, ...[...candidates.values()].map(({ weight }) => weight));
  const accents = [...candidates.values()].map(({ time, weight, lift }) => ({
    time,
    strength: weight / strongest,
    lift,
  }));
  return accents.filter((accent) => accent.strength > 0.4 && !accents.some((other) => isStronger(other, accent)));
}

function isStronger(other: Accent, accent: Accent): boolean {
  if (Math.abs(other.time - accent.time) >= ACCENT_SPACING || other === accent) return false;
  return other.strength > accent.strength || (other.strength === accent.strength && other.time < accent.time);
}

/** The phrases of a timeline, in order. */
export function findPhrases(timeline: SpeechTimeline, { pitch }: Voice): Phrase[] {
  const phrases: Phrase[] = [];
  for (const phone of timeline.phones) {
    if (readSymbol(phone.symbol).length === 0) continue;
    const phrase = phrases.at(-1);
    if (phrase !== undefined && phone.start - phrase.end < PHRASE_GAP) phrase.end = phone.end;
    else phrases.push({ start: phone.start, end: phone.end, ending: 'comma', rise: null });
  }
  for (const mark of timeline.marks) {
    if (mark.type !== 'sentence') continue;
    const last = phrases.findLast((phrase) => phrase.start < mark.end);
    if (last !== undefined) last.ending = readEnding(mark.text);
  }
  if (pitch !== undefined) for (const phrase of phrases) phrase.rise = measureRise(pitch, phrase.end, ENDING_SECONDS);
  return phrases;
}

function readEnding(sentence: string): Phrase['ending'] {
  const [mark] = /[?？؟!！](?=["»”』」)\s]*$)/u.exec(sentence) ?? [];
  if (mark === undefined) return 'statement';
  return /[!！]/u.test(mark) ? 'exclamation' : 'question';
}

/** Semitones at which a question is surely asked upwards, and at which it surely falls, as those with a question word do. */
const SURE_RISE = 2;
const SURE_FALL = -3;
/** What a falling question keeps of the signs of asking: the text still asks. */
const FALLING_QUESTION = 0.35;
/** What a voice that rises without a question mark shows of them: it goes on, or is unsure. */
const RISING_STATEMENT = 0.4;

/** How much a phrase asks, 0..1, by its punctuation and its melody. */
export function questionStrength({ ending, rise }: Phrase): number {
  if (rise === null) return ending === 'question' ? 1 : 0;
  const upwards = Math.min(1, Math.max(0, (rise - SURE_FALL) / (SURE_RISE - SURE_FALL)));
  if (ending === 'question') return FALLING_QUESTION + (1 - FALLING_QUESTION) * upwards;
  return ending === 'comma' && rise >= SURE_RISE ? RISING_STATEMENT : 0;
}
