import type { SpeechTimeline } from '../../contract/index.ts';
import type { Audio, Speech } from '../speech.ts';
import type { Frames } from './features.ts';
import { type Description, findTime } from './speech-features.ts';
import { findSubsequence } from './subsequence.ts';

/** What a recording says of a text whose beginning or end it lacks. */
export interface HeardPart {
  audio: Audio;
  timeline: SpeechTimeline;
  /** The words before and after it. */
  missing: { before: string[]; after: string[] };
}

/**
 * Cuts a speech to the words that a recording has; undefined where it has about all of them or hardly any.
 *
 * @param reference The speech, described.
 * @param least Seconds that the recording lacks of it, at least.
 */
export function cutToRecording(
  spoken: Speech,
  reference: Description,
  recording: Frames,
  least: number,
): HeardPart | undefined {
  const part = findSubsequence(reference.frames, recording);
  if (!part) return undefined;
  const last = reference.numbers.length - 1;
  const start = part.first === 0 ? 0 : findTime(reference, part.first);
  const end = part.last >= last ? spoken.timeline.duration : findTime(reference, part.last);
  const lacks =
    findTime(reference, part.first) -
    findTime(reference, 0) +
    findTime(reference, last) -
    findTime(reference, part.last);
  const { words } = spoken.timeline;
  const isBefore = (item: { start: number; end: number }) => (item.start + item.end) / 2 < start;
  const isAfter = (item: { start: number; end: number }) => (item.start + item.end) / 2 > end;
  const first = words.findIndex((word) => !isBefore(word));
  const kept = words.filter((word) => !isBefore(word) && !isAfter(word));
  if (lacks < least || kept.length === 0 || kept.length === words.length) return undefined;
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

/** The words from one on, and their phones, in seconds from `start`. */
function shiftTimeline(
  timeline: SpeechTimeline,
  { start, end, first, count }: { start: number; end: number; first: number; count: number },
): SpeechTimeline {
  const hold = (time: number) => Math.min(Math.max(time, start), end) - start;
  const shift = <Item extends { start: number; end: number }>(item: Item): Item => ({
    ...item,
    start: hold(item.start),
    end: hold(item.end),
  });
  const phones = timeline.phones
    .filter(({ word, ...phone }) =>
      word === null ? phone.end > start && phone.start < end : word >= first && word < first + count,
    )
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
