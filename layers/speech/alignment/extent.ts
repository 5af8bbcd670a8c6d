import { compareRoughly } from './align-frames.ts';
import { type Frames, HOP } from './features.ts';
import { type Description, describeBands, findFrame, findTime } from './speech-features.ts';
import { isSteady, type Run } from './voice-activity.ts';

/** Seconds of the reference, at most, by which an edge is sought. */
const EXCERPT = 8;

/** Into how many parts a recording is cut for the first look at where its speech begins or ends. */
const PARTS = 10;

/** How near an edge is found, frames. */
const NEAREST = 2;

/** An edge is moved only where the rest costs less by this: clean recordings gain at most .05, a second of noise away .12. */
const GAIN = 0.08;

/** Frames before a cut and after it among which the steady noise ends, and those before them by which it is known. */
const BEFORE = 80;
const AFTER = 15;
const KNOWN = 100;

/** It ends with so many frames in a row that differ from it by so many deviations in the mean of the bands. */
const OTHER = 5;
const DIFFERENT = 1.6;

/** The least deviation of a band, nepers. */
const LEAST_DEVIATION = 0.3;

/** A rest that has so many times the frames of the reference, or more, or so small a part of them, is not tried. */
const SLOWEST_PACE = 4;
const FASTEST_PACE = 0.4;

/**
 * Finds the stretch of a recording in which its text is said, where something else is as loud before it or after it: noise, music, a
 * hum. Of all places to cut the recording, those are sought between which the text explains it best: what is no speech of the text
 * costs as much as frames that have nothing to do with each other, and where speech is cut away the words that lack it do.
 *
 * @param bands The recording's.
 * @param locate Seconds of the recording for seconds of the reference, as they are matched without a cut.
 * @returns the stretch in frames; undefined where no cut makes it cost less
 */
export function findExtent(reference: Description, bands: Frames, locate: (time: number) => number): Run | undefined {
  const { frames } = reference;
  const [first, last] = [findTime(reference, 0), findTime(reference, frames.count - 1)];
  const isLong = last - first > EXCERPT;
  const place = (time: number) => Math.min(Math.round(locate(time) / HOP), bands.count);
  const head = isLong ? cutRows(frames, 0, findFrame(reference, first + EXCERPT)) : frames;
  const until = isLong ? place(first + EXCERPT) : bands.count;
  const start = settleStart(
    bands,
    seekCut(until, (cut) => compare(head, bands, { start: cut, end: until })),
  );
  const tail = isLong ? cutRows(frames, findFrame(reference, last - EXCERPT), frames.count) : frames;
  const from = isLong ? Math.max(start, place(last - EXCERPT)) : start;
  const end =
    bands.count - seekCut(bands.count - from, (cut) => compare(tail, bands, { start: from, end: bands.count - cut }));
  return start > 0 || end < bands.count ? { start, end } : undefined;
}

/** How many frames to cut off so that the rest costs least; none where that gains little. */
function seekCut(count: number, measureRest: (cut: number) => number): number {
  const uncut = measureRest(0);
  let best = { cut: 0, cost: uncut };
  const look = (cut: number) => {
    if (cut < 0 || cut >= count) return;
    const cost = measureRest(cut);
    if (cost < best.cost) best = { cut, cost };
  };
  for (let part = 1; part < PARTS; part++) look(Math.round((part * count) / PARTS));
  for (let reach = count / PARTS / 2; reach >= NEAREST; reach /= 2) {
    const { cut } = best;
    look(Math.round(cut - reach));
    look(Math.round(cut + reach));
  }
  return best.cost < uncut - GAIN ? best.cut : 0;
}

/** Moves a cut to where the noise before it ends, if that is steady. */
function settleStart(bands: Frames, cut: number): number {
  const noise = { start: Math.max(0, cut - BEFORE - KNOWN), end: cut - BEFORE };
  if (noise.end - noise.start < KNOWN / 2 || !isSteady(bands, noise)) return cut;
  const { data, size } = bands;
  const level = (frame: number, band: number) => Math.log(data[frame * size + band]! + 1e-12);
  const frames = Array.from({ length: noise.end - noise.start }, (_, index) => noise.start + index);
  const usual = Array.from({ length: size }, (_, band) => {
    const levels = frames.map((frame) => level(frame, band));
    const mean = levels.reduce((sum, value) => sum + value, 0) / levels.length;
    const variance = levels.reduce((sum, value) => sum + (value - mean) ** 2, 0) / levels.length;
    return { mean, deviation: Math.max(LEAST_DEVIATION, Math.sqrt(variance)) };
  });
  const isOther = (frame: number) =>
    usual.reduce((sum, { mean, deviation }, band) => sum + Math.abs(level(frame, band) - mean) / deviation, 0) / size >
    DIFFERENT;
  const last = Math.min(cut + AFTER, bands.count - OTHER);
  for (let frame = noise.end; frame < last; frame++) {
    if (Array.from({ length: OTHER }, (_, index) => frame + index).every(isOther)) return frame;
  }
  return cut;
}

function compare(reference: Frames, bands: Frames, stretch: Run): number {
  const { frames } = describeBands(bands, stretch);
  const pace = frames.count / reference.count;
  return pace < FASTEST_PACE || pace > SLOWEST_PACE ? 1 : compareRoughly(reference, frames);
}

function cutRows({ data, size }: Frames, from: number, to: number): Frames {
  const [first, last] = [Math.round(from), Math.round(to)];
  return { data: data.subarray(first * size, last * size), count: last - first, size };
}
