import type { Phone, SpeechTimeline } from '../../contract/index.ts';
import { joinWords, type Pause, settleOnset, settlePauses } from './pauses.ts';

/** Seconds that a phone keeps at least: a frame of the alignment. */
const SHORTEST = 0.01;

/**
 * What a timeline is carried over to: how its times map to those of the recording, when its speech is first loud, its pauses, its
 * lulls where they can be told, and its length in seconds.
 */
export interface Destination {
  locate: (time: number) => number;
  onset: number;
  pauses: readonly Pause[];
  lulls: readonly Pause[] | undefined;
  duration: number;
}

/** Carries the timeline of the reference speech over to the recording. */
export function transferTimeline(
  timeline: SpeechTimeline,
  { locate, onset, pauses, lulls, duration }: Destination,
): SpeechTimeline {
  const warped = timeline.phones.map((phone) => ({ ...phone, start: locate(phone.start), end: locate(phone.end) }));
  const settled = settlePauses(settleOnset(warped, onset), pauses);
  const phones = orderPhones(lulls ? joinWords(settled, lulls) : settled, duration);
  const time = followPhones(timeline.phones.filter(isSpoken), phones.filter(isSpoken), locate);
  const move = <Item extends { start: number; end: number }>(item: Item): Item => {
    const start = Math.min(time.start(item.start), duration);
    // A mark is a point: its end is its start.
    return {
      ...item,
      start,
      end: item.end === item.start ? start : Math.max(start, Math.min(time.end(item.end), duration)),
    };
  };
  return { ...timeline, duration, phones, words: timeline.words.map(move), marks: timeline.marks.map(move) };
}

const isSpoken = ({ word }: Phone) => word !== null;

/** Makes phones follow each other within the sound, each with some length. */
function orderPhones(phones: readonly Phone[], duration: number): Phone[] {
  const shortest = Math.min(SHORTEST, duration / (phones.length + 1));
  const ordered: Phone[] = [];
  let reached = 0;
  for (const phone of phones) {
    const start = Math.max(phone.start, reached);
    const end = Math.max(phone.end, start + (isSpoken(phone) ? shortest : 0));
    ordered.push({ ...phone, start, end });
    reached = end;
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
 * Times by way of the phones, so that words begin and end with theirs: where a time lies within a phone, it lies as far within the
 * same phone of the recording. The starts and the ends of things differ at a pause that only the recording has.
 */
function followPhones(from: readonly Phone[], to: readonly Phone[], locate: (time: number) => number) {
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
