import type { Phone, SpeechTimeline } from '@talking-avatar/contract';
import { insertPauses, type Pause, removeUnspokenPauses, snapToOnset } from './pauses.ts';

/** Minimum phone duration, in seconds: one alignment frame. */
const SHORTEST = 0.01;

/**
 * Properties of a recording that are needed to map a timeline to it: onset of loud speech, pauses, known quiet spans, and duration, in
 * seconds.
 */
export interface TimelineMapping {
  toTargetTime: (time: number) => number;
  onset: number;
  pauses: readonly Pause[];
  quietSpans: readonly Pause[] | undefined;
  duration: number;
}

/** Transfers the reference timeline to the recording. */
export function transferTimeline(timeline: SpeechTimeline, mapping: TimelineMapping): SpeechTimeline {
  return completeTimeline(timeline, placePhones(timeline.phones, mapping), mapping);
}

/** Transfers the reference phones to the recording, including the recording's pauses. */
export function placePhones(phones: readonly Phone[], { toTargetTime, onset, pauses, quietSpans, duration }: TimelineMapping): Phone[] {
  const warped = phones.map((phone) => ({
    ...phone,
    start: toTargetTime(phone.start),
    end: toTargetTime(phone.end),
  }));
  const settled = insertPauses(snapToOnset(warped, onset), pauses);
  return orderPhones(quietSpans ? removeUnspokenPauses(settled, quietSpans) : settled, duration);
}

/** Transfers the words and marks of the reference to a recording whose phones (`placed`) are known. */
export function completeTimeline(
  timeline: SpeechTimeline,
  placed: readonly Phone[],
  { toTargetTime, duration }: Pick<TimelineMapping, 'toTargetTime' | 'duration'>,
): SpeechTimeline {
  const phones = orderPhones(placed, duration);
  const time = mapThroughPhones(timeline.phones.filter(isSpoken), phones.filter(isSpoken), toTargetTime);
  const move = <Item extends { start: number; end: number }>(item: Item): Item => {
    const start = Math.min(time.start(item.start), duration);
    // Marks have zero duration.
    return {
      ...item,
      start,
      end: item.end === item.start ? start : Math.max(start, Math.min(time.end(item.end), duration)),
    };
  };
  return { ...timeline, duration, phones, words: timeline.words.map(move), marks: timeline.marks.map(move) };
}

const isSpoken = ({ word }: Phone) => word !== null;

/** Makes phones consecutive and at least `SHORTEST` long, within the recording. */
function orderPhones(phones: readonly Phone[], duration: number): Phone[] {
  const shortest = Math.min(SHORTEST, duration / (phones.length + 1));
  const ordered: Phone[] = [];
  let previousEnd = 0;
  for (const phone of phones) {
    const start = Math.max(phone.start, previousEnd);
    const end = Math.max(phone.end, start + (isSpoken(phone) ? shortest : 0));
    ordered.push({ ...phone, start, end });
    previousEnd = end;
  }
  let limit = duration;
  for (const phone of ordered.toReversed()) {
    if (phone.end <= limit) break;
    phone.end = limit;
    phone.start = Math.max(0, Math.min(phone.start, limit - (isSpoken(phone) ? shortest : 0)));
    limit = phone.start;
  }
  return ordered.filter(({ start, end }) => end > start);
}

/**
 * Maps times through the phones, so that words start and end with their phones. A time within a phone maps to the same relative position in
 * the aligned phone. Starts and ends map differently at a pause that exists only in the recording.
 */
function mapThroughPhones(from: readonly Phone[], to: readonly Phone[], locate: (time: number) => number) {
  const within = (time: number, index: number): number => {
    const [source, target] = [from[index], to[index]];
    if (!source || !target) return locate(time);
    return target.start + ((time - source.start) / (source.end - source.start)) * (target.end - target.start);
  };
  return {
    start: (time: number) =>
      within(
        time,
        from.findIndex(({ start, end }) => start <= time && time < end),
      ),
    end: (time: number) =>
      within(
        time,
        from.findIndex(({ start, end }) => start < time && time <= end),
      ),
  };
}
