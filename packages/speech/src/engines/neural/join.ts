import type { Phone } from '@talking-avatar/contract';
import type { Audio } from '../../speech.ts';
import type { Sound } from './transcribe.ts';

/** A sound in a passage. `sound` is its index among all sounds; start and end are in seconds. */
export interface SpokenSound {
  sound: number;
  start: number;
  end: number;
  /** True if only a space precedes the sound. Voices do not pause there. */
  afterSpace: boolean;
}

/** A passage's audio, the times of its sounds, and the silence after it, in seconds. */
export interface SpokenPassage {
  samples: Float32Array;
  sounds: SpokenSound[];
  pause: number;
}

/** Minimum length of a pause in a timeline, in seconds. A shorter silence is part of the previous phone. */
const SHORTEST_PAUSE = 0.05;
/**
 * The same minimum between words without punctuation, in seconds. It is longer because models assign part of the surrounding sounds to
 * spaces.
 */
const SHORTEST_WORD_PAUSE = 0.12;

const lengthOf = ({ samples, pause }: SpokenPassage, sampleRate: number): number => samples.length + Math.round(pause * sampleRate);

/** Joins passages with the silence between them. */
export function joinPassages(passages: readonly SpokenPassage[], sampleRate: number): Audio {
  const samples = new Float32Array(passages.reduce((sum, passage) => sum + lengthOf(passage, sampleRate), 0));
  let at = 0;
  for (const passage of passages) {
    samples.set(passage.samples, at);
    at += lengthOf(passage, sampleRate);
  }
  return { samples, sampleRate };
}

/** Converts joined passages to phones, with pauses at the silent parts. */
export function toPhones(sounds: readonly Sound[], passages: readonly SpokenPassage[], { samples, sampleRate }: Audio): Phone[] {
  const phones: Phone[] = [];
  const pauseUntil = (end: number, least = SHORTEST_PAUSE) => {
    const before = phones.at(-1);
    const start = before?.end ?? 0;
    if (end - start >= least) phones.push({ symbol: 'sil', start, end, stress: 0, word: null });
    else if (before && end > start) before.end = end;
  };
  let at = 0;
  for (const passage of passages) {
    const offset = at / sampleRate;
    for (const { sound, start, end, afterSpace } of passage.sounds) {
      if (end <= start) continue;
      pauseUntil(offset + start, afterSpace ? SHORTEST_WORD_PAUSE : SHORTEST_PAUSE);
      const { symbol, stress, word } = sounds[sound]!;
      phones.push({ symbol, start: offset + start, end: offset + end, stress, word });
    }
    at += lengthOf(passage, sampleRate);
  }
  pauseUntil(samples.length / sampleRate);
  return phones;
}
