import type { SpeechTimeline } from '@talking-avatar/contract';
import { averageLevel } from '../envelope.ts';
import type { Curve } from '../motion/index.ts';
import { readSymbol } from '../phonetics/index.ts';
import { measureProminence, measureRise } from '../pitch.ts';
import { effortAt } from '../vocal-effort.ts';
import type { Sentence, SentenceKind } from './sentences.ts';
import type { Voice } from './voice.ts';

/** An accented word; `time` is the start of its accented vowel, in s. */
export interface Accent {
  time: number;
  /** 0..1, relative to the strongest accent of this speech; up to 1.5 in a loud voice. */
  strength: number;
  /** Pitch prominence, 0..1: 0 is flat, 1 is a lively voice; 0.5 without pitch data. */
  prominence: number;
}

/** Speech between two pauses; times in s. */
export interface Phrase {
  start: number;
  end: number;
  /** Kind of the sentence that ends here; `comma` is a pause inside a sentence. */
  ending: 'comma' | SentenceKind;
  /** Rise of the pitch at the end, semitones; negative for a fall; null without pitch data. */
  rise: number | null;
}

/** Shortest silence that ends a phrase, in s. */
const PHRASE_GAP = 0.2;
/** Minimum spacing of accents, in s. The strongest of closer accents is kept, because people nod about once per stress group. */
const ACCENT_SPACING = 0.6;
/** Prominence of a pitch peak in lively speech, semitones, and the time around it for comparison, in s. */
const LIVELY_SEMITONES = 6;
const SURROUNDINGS = 0.35;
/** Factors of an accent's weight for flat and lively pitch. */
const FLAT_WEIGHT = 0.7;
const LIVELY_WEIGHT = 1.3;
/** Change in the strength of an accent, with its nod and brow raise, from ordinary to maximum vocal effort. */
const VOICE_SHARE = 0.5;
/** Time at the end of a phrase over which the rise is measured, in s. */
const ENDING_SECONDS = 0.35;

/** Finds accented words. The accent is on the stressed vowel or, without one, the loudest and highest vowel. Weak accents are dropped. */
export function findAccents(timeline: SpeechTimeline, { loudness, pitch }: Voice, vocalEffort: Curve): Accent[] {
  const candidates = new Map<number, { time: number; weight: number; prominence: number }>();
  for (const { symbol, start, end, stress, word } of timeline.phones) {
    if (word === null || !readSymbol(symbol).some(({ sound }) => sound.kind === 'vowel')) continue;
    const prominence = pitch === undefined ? 0.5 : Math.min(1, measureProminence(pitch, start, end, SURROUNDINGS) / LIVELY_SEMITONES);
    const level = averageLevel(loudness, start, end);
    const melody = FLAT_WEIGHT + (LIVELY_WEIGHT - FLAT_WEIGHT) * prominence;
    const weight = level * melody * (stress === 1 ? 1 : 0.5) * Math.min(1, (end - start) / 0.12);
    const best = candidates.get(word);
    if (best === undefined || weight > best.weight) candidates.set(word, { time: start, weight, prominence });
  }
  const strongest = Math.max(1e-6, ...[...candidates.values()].map(({ weight }) => weight));
  const accents = [...candidates.values()].map(({ time, weight, prominence }) => ({
    time,
    strength: weight / strongest,
    prominence,
  }));
  return accents
    .filter((accent) => accent.strength > 0.4 && !accents.some((other) => isStronger(other, accent)))
    .map((accent) => ({
      ...accent,
      strength: accent.strength * (1 + VOICE_SHARE * effortAt(vocalEffort, accent.time)),
    }));
}

function isStronger(other: Accent, accent: Accent): boolean {
  if (Math.abs(other.time - accent.time) >= ACCENT_SPACING || other === accent) return false;
  return other.strength > accent.strength || (other.strength === accent.strength && other.time < accent.time);
}

export function findPhrases(timeline: SpeechTimeline, sentences: readonly Sentence[], { pitch }: Voice): Phrase[] {
  const phrases: Phrase[] = [];
  for (const phone of timeline.phones) {
    if (readSymbol(phone.symbol).length === 0) continue;
    const phrase = phrases.at(-1);
    if (phrase !== undefined && phone.start - phrase.end < PHRASE_GAP) phrase.end = phone.end;
    else phrases.push({ start: phone.start, end: phone.end, ending: 'comma', rise: null });
  }
  for (const { end, kind } of sentences) {
    const last = phrases.findLast((phrase) => phrase.start < end);
    if (last !== undefined) last.ending = kind;
  }
  if (pitch !== undefined) for (const phrase of phrases) phrase.rise = measureRise(pitch, phrase.end, ENDING_SECONDS);
  return phrases;
}

/** Pitch rise that makes a phrase fully a question, and pitch fall that does not suggest one at all, semitones. */
const SURE_RISE = 2;
const SURE_FALL = -3;
/** Strength of a question with falling pitch, which only the text marks. */
const FALLING_QUESTION_STRENGTH = 0.35;
/** Strength of rising pitch inside a sentence, where the speaker continues or is unsure. */
const RISING_COMMA_STRENGTH = 0.4;
/** Strength of a question with a question word if the pitch is unknown. In most languages, it falls. */
const QUESTION_WORD_STRENGTH = 0.35;

/** Rates how strongly a phrase sounds like a question, 0..1, from its text and pitch. */
export function questionStrength({ ending, rise }: Phrase): number {
  const asks = ending === 'question' || ending === 'whQuestion';
  if (rise === null) return ending === 'question' ? 1 : asks ? QUESTION_WORD_STRENGTH : 0;
  const risingShare = Math.min(1, Math.max(0, (rise - SURE_FALL) / (SURE_RISE - SURE_FALL)));
  if (asks) return FALLING_QUESTION_STRENGTH + (1 - FALLING_QUESTION_STRENGTH) * risingShare;
  return ending === 'comma' && rise >= SURE_RISE ? RISING_COMMA_STRENGTH : 0;
}
