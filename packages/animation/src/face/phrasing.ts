import type { SpeechTimeline } from '@talking-avatar/contract';
import { averageLevel } from '../envelope.ts';
import type { Curve } from '../motion/index.ts';
import { readSymbol } from '../phonetics/index.ts';
import { measureProminence, measureRise } from '../pitch.ts';
import { effortAt } from '../vocal-effort.ts';
import type { Sentence, SentenceKind } from './sentences.ts';
import type { Voice } from './voice.ts';

/** An accented word. `time` is the start of its accented vowel, in s. */
export interface Accent {
  time: number;
  /** 0..1, relative to the strongest accent in the speech; up to 1.5 for a loud voice. */
  strength: number;
  /** Pitch prominence, from 0 (flat) to 1 (lively); 0.5 if there is no pitch data. */
  prominence: number;
}

/** Speech between two pauses. Times are in s. */
export interface Phrase {
  start: number;
  end: number;
  /** Kind of sentence that ends here; `comma` if the pause is inside a sentence. */
  ending: 'comma' | SentenceKind;
  /** Pitch rise at the end, in semitones. Negative for a fall, null without pitch data. */
  rise: number | null;
}

/** Shortest silence that ends a phrase, in s. */
const PHRASE_GAP = 0.2;
/** Minimum time between accents, in s. Of accents closer than this, only the strongest is kept: people nod about once per stress group. */
const ACCENT_SPACING = 0.6;
/** Prominence of a pitch peak in lively speech, in semitones, and the time around the peak that it is compared with, in s. */
const LIVELY_SEMITONES = 6;
const SURROUNDINGS = 0.35;
/** Weight of an accent with flat and with lively pitch. */
const FLAT_WEIGHT = 0.7;
const LIVELY_WEIGHT = 1.3;
/** How much stronger an accent (and its nod and brow raise) gets from ordinary to maximum vocal effort. */
const VOICE_SHARE = 0.5;
/** Time at the end of a phrase over which the pitch rise is measured, in s. */
const ENDING_SECONDS = 0.35;

/** Finds accented words. The accent is on the stressed vowel or, if there is none, on the loudest, highest vowel. Drops weak accents. */
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

/** Pitch rise at which a phrase clearly sounds like a question, and pitch fall at which it does not at all, in semitones. */
const SURE_RISE = 2;
const SURE_FALL = -3;
/** Strength of a question with falling pitch, marked only in the text. */
const FALLING_QUESTION_STRENGTH = 0.35;
/** Strength of rising pitch inside a sentence, where the speaker is about to continue or is unsure. */
const RISING_COMMA_STRENGTH = 0.4;
/** Strength of a question with a question word if the pitch is unknown. In most languages, the pitch falls. */
const QUESTION_WORD_STRENGTH = 0.35;

/** Rates how much a phrase sounds like a question, 0..1, based on its text and pitch. */
export function questionStrength({ ending, rise }: Phrase): number {
  const asks = ending === 'question' || ending === 'whQuestion';
  if (rise === null) return ending === 'question' ? 1 : asks ? QUESTION_WORD_STRENGTH : 0;
  const risingShare = Math.min(1, Math.max(0, (rise - SURE_FALL) / (SURE_RISE - SURE_FALL)));
  if (asks) return FALLING_QUESTION_STRENGTH + (1 - FALLING_QUESTION_STRENGTH) * risingShare;
  return ending === 'comma' && rise >= SURE_RISE ? RISING_COMMA_STRENGTH : 0;
}
