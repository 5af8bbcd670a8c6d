import type { SpeechTimeline } from '../../contract/index.ts';
import { averageLevel, type Loudness } from '../loudness.ts';
import { readSymbol } from '../phonetics/index.ts';

/** A word that the voice leans on. `strength` is 0..1 within this speech. */
export interface Accent {
  time: number;
  strength: number;
}

/** Speech between two pauses, s. */
export interface Phrase {
  start: number;
  end: number;
  asks: boolean;
}

/** A silence of this length ends a phrase, s. */
const PHRASE_GAP = 0.2;
/** Accents nearer than this compete and the stronger stays, s: people nod about once in a phrase's stress group. */
const ACCENT_SPACING = 0.6;

/** The accented words: of each word its stressed sound, else its loudest vowel, kept where it stands out. */
export function listAccents(timeline: SpeechTimeline, loudness: Loudness): Accent[] {
  const candidates = new Map<number, { time: number; weight: number }>();
  for (const phone of timeline.phones) {
    if (phone.word === null) continue;
    const vowel = readSymbol(phone.symbol).some(({ sound }) => sound.kind === 'vowel');
    if (!vowel) continue;
    const level = averageLevel(loudness, phone.start, phone.end);
    const weight = level * (phone.stress === 1 ? 1 : 0.5) * Math.min(1, (phone.end - phone.start) / 0.12);
    const best = candidates.get(phone.word);
    if (best === undefined || weight > best.weight) candidates.set(phone.word, { time: phone.start, weight });
  }
  const strongest = Math.max(1e-6, ...[...candidates.values()].map(({ weight }) => weight));
  const accents = [...candidates.values()].map(({ time, weight }) => ({ time, strength: weight / strongest }));
  return accents.filter((accent) => accent.strength > 0.4 && !accents.some((other) => outshines(other, accent)));
}

function outshines(other: Accent, accent: Accent): boolean {
  if (Math.abs(other.time - accent.time) >= ACCENT_SPACING || other === accent) return false;
  return other.strength > accent.strength || (other.strength === accent.strength && other.time < accent.time);
}

/** The phrases of a timeline, in order. */
export function listPhrases(timeline: SpeechTimeline): Phrase[] {
  const phrases: Phrase[] = [];
  for (const phone of timeline.phones) {
    if (readSymbol(phone.symbol).length === 0) continue;
    const phrase = phrases.at(-1);
    if (phrase !== undefined && phone.start - phrase.end < PHRASE_GAP) phrase.end = phone.end;
    else phrases.push({ start: phone.start, end: phone.end, asks: false });
  }
  for (const mark of timeline.marks) {
    if (mark.type !== 'sentence' || !/[?？؟]["»”』」)]*\s*$/u.test(mark.text)) continue;
    const last = phrases.findLast((phrase) => phrase.start < mark.end);
    if (last !== undefined) last.asks = true;
  }
  return phrases;
}
