import type { SpeechTimeline } from '@talking-avatar/contract';
import type { Audio, Speech } from '../speech.ts';
import type { Frames } from './features.ts';
import { frameToTime, type SpeechFeatures } from './speech-features.ts';
import { findSubsequence } from './subsequence.ts';

/** The part of a text that a recording contains, if the beginning or end is missing. */
export interface SpokenPart {
  audio: Audio;
  timeline: SpeechTimeline;
  /** Words of the text before and after the part. */
  missing: { before: string[]; after: string[] };
}

/**
 * Cuts reference speech down to the words that a recording contains, if at least `minMissing` seconds of the text are missing.
 * @returns undefined if the recording contains almost all of the words, or hardly any
 */
export function cutToSpokenPart(spoken: Speech, reference: SpeechFeatures, recording: Frames, minMissing: number): SpokenPart | undefined {
  const part = findSubsequence(reference.frames, recording);
  if (!part) return undefined;
  const last = reference.sourceFrames.length - 1;
  const start = part.first === 0 ? 0 : frameToTime(reference, part.first);
  const end = part.last >= last ? spoken.timeline.duration : frameToTime(reference, part.last);
  const missing =
    frameToTime(reference, part.first) - frameToTime(reference, 0) + frameToTime(reference, last) - frameToTime(reference, part.last);
  const { words } = spoken.timeline;
  const isBefore = (item: { start: number; end: number }) => (item.start + item.end) / 2 < start;
  const isAfter = (item: { start: number; end: number }) => (item.start + item.end) / 2 > end;
  const first = words.findIndex((word) => !isBefore(word));
  const kept = words.filter((word) => !isBefore(word) && !isAfter(word));
  if (missing < minMissing || kept.length === 0 || kept.length === words.length) return undefined;
  const { samples, sampleRate } = spoken.audio;
  return {
    audio: { samples: samples.subarray(Math.round(start * sampleRate), Math.round(end * sampleRate)), sampleRate },
    timeline: shiftTimeline(spoken.timeline, { start, end, first, count: kept.length }),
    missing: {
      before: words.filter(isBefore).map(({ text }) => text),
      after: words.filter(isAfter).map(({ text }) => text),
    },
  };
}

/** Selects the words starting at `first` and their phones, with times relative to `start`. */
function shiftTimeline(
  timeline: SpeechTimeline,
  { start, end, first, count }: { start: number; end: number; first: number; count: number },
): SpeechTimeline {
  const clamp = (time: number) => Math.min(Math.max(time, start), end) - start;
  const shift = <Item extends { start: number; end: number }>(item: Item): Item => ({
    ...item,
    start: clamp(item.start),
    end: clamp(item.end),
  });
  const phones = timeline.phones
    .filter(({ word, ...phone }) => (word === null ? phone.end > start && phone.start < end : word >= first && word < first + count))
    .map((phone) => ({ ...shift(phone), word: phone.word === null ? null : phone.word - first }))
    .filter((phone) => phone.end > phone.start);
  return {
    ...timeline,
    duration: end - start,
    phones,
    words: timeline.words.slice(first, first + count).map(shift),
    marks: timeline.marks.filter((mark) => mark.end >= start && mark.start <= end).map(shift),
  };
}
