import type { Frames } from './features.ts';

/** Position of the speech threshold between the noise level and the level of loud speech, as a fraction of their difference in dB. */
const THRESHOLD = 0.35;
/** Minimum number of consecutive frames above the threshold that count as speech. A click has fewer. */
const SHORTEST_RUN = 5;
/**
 * Maximum level of a breath, on the same scale, and its minimum distance from speech, in frames. In recordings, breaths reach .53 and words
 * reach .93.
 */
const BREATH_LEVEL = 0.6;
const BREATH_GAP = 10;
/** Maximum length of a click at an edge, and its minimum distance from the next sound, in frames. Words are longer. */
const LONGEST_CLICK = 12;
const CLICK_GAP = 25;
/** Maximum standard deviation of the level of noise and hum, in dB. Speech and music vary by 5 dB or more. */
const MAX_NOISE_DEVIATION = 3;
/** Number of frames to keep before and after speech, to include the weak sounds at its edges. */
const MARGIN = 8;
/** Minimum number of silent frames that count as a pause. It is longer than any plosive's closure. */
const SHORTEST_PAUSE = 18;
/** Minimum range between noise and loud speech at which pauses can be distinguished from weak sounds, in dB. */
const CLEAR_RANGE = 25;
/** Audible range below loud speech, in dB. Without this limit, digital silence would set the noise level. */
const AUDIBLE_RANGE = 60;
/** Number of frames to keep at each end of a pause, so that all pauses become equally long. */
const PAUSE_EDGE = 5;

/** A range of frames; `end` is exclusive. */
export interface FrameRange {
  start: number;
  end: number;
}

export interface VoiceActivity {
  /** Indices of the frames to compare: without leading and trailing silence or noise, and with pauses shortened. */
  frames: Int32Array;
  /** First frame of loud speech. */
  onset: number;
  /** Pauses within the speech, at full length. */
  pauses: FrameRange[];
  /** All ranges that are much quieter than the speech, however short, or undefined if they can't be found because of noise. */
  quietSpans: FrameRange[] | undefined;
}

/** Detects the speech in a recording by its level. @returns all frames and no pauses if no consecutive frames are loud enough */
export function detectVoiceActivity(melEnergies: Frames): VoiceActivity {
  const levels = measureFrameLevels(melEnergies);
  const sorted = levels.toSorted();
  const quantile = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]!;
  const [noise, loud] = [quantile(0.05), quantile(0.95)];
  const threshold = noise + THRESHOLD * (loud - noise);
  const floor = Math.max(noise, loud - AUDIBLE_RANGE);
  const limits = findClickFreeRange(levels, floor, loud);
  const loudRuns = findRuns(levels, (level) => level > threshold).filter(({ start, end }) => end - start >= SHORTEST_RUN);
  const runs = dropBreathsAndClicks(loudRuns, levels, noise + BREATH_LEVEL * (loud - noise))
    .filter(({ start, end }) => end > limits.start && start < limits.end)
    .map(({ start, end }) => ({ start: Math.max(start, limits.start), end: Math.min(end, limits.end) }));
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) {
    return {
      frames: Int32Array.from({ length: melEnergies.count }, (_, frame) => frame),
      onset: 0,
      pauses: [],
      quietSpans: undefined,
    };
  }
  const isClear = loud - noise >= CLEAR_RANGE;
  const audible = floor + THRESHOLD * (loud - floor);
  const quietSpans = isClear ? findRuns(levels, (level) => level <= audible) : undefined;
  const sounds = findRuns(levels, (level) => level > audible).filter(({ start, end }) => end - start >= SHORTEST_RUN);
  const pauses = sounds
    .map(({ end }, index) => ({ start: end, end: sounds[index + 1]?.start ?? end }))
    .filter(({ start, end }) => isClear && end - start >= SHORTEST_PAUSE && start > first.start && end < last.end);
  const frames: number[] = [];
  let passed = 0;
  for (let frame = Math.max(0, first.start - MARGIN); frame < Math.min(melEnergies.count, last.end + MARGIN); frame++) {
    frames.push(frame);
    const pause = pauses[passed];
    if (pause && frame === pause.start + PAUSE_EDGE) {
      frame = pause.end - PAUSE_EDGE;
      passed++;
    }
  }
  return { frames: Int32Array.from(frames), onset: first.start, pauses, quietSpans };
}

/** Finds the sound between clicks. Next to digital silence, everything counts as loud, even faint noise between a click and the speech. */
function findClickFreeRange(levels: Float32Array, floor: number, loud: number): FrameRange {
  const runs = findRuns(levels, (level) => level > floor + THRESHOLD * (loud - floor));
  const kept = dropEdges(runs, isClick);
  return {
    start: kept[0] === runs[0] ? 0 : kept[0]!.start,
    end: kept.at(-1) === runs.at(-1) ? levels.length : kept.at(-1)!.end,
  };
}

/** Checks whether a range with `gap` silent frames next to it is a click. */
const isClick = ({ start, end }: FrameRange, gap: number) => gap >= CLICK_GAP && end - start <= LONGEST_CLICK;

function dropBreathsAndClicks(runs: readonly FrameRange[], levels: Float32Array, least: number): FrameRange[] {
  const isWeak = ({ start, end }: FrameRange) => levels.subarray(start, end).every((level) => level < least);
  return dropEdges(runs, (run, gap) => (gap >= BREATH_GAP && isWeak(run)) || isClick(run, gap));
}

/** Removes ranges at both ends that are not speech, judging by each range and the silence next to it. */
function dropEdges(runs: readonly FrameRange[], isNotSpeech: (run: FrameRange, gap: number) => boolean): FrameRange[] {
  const kept = [...runs];
  while (kept.length > 1 && isNotSpeech(kept[0]!, kept[1]!.start - kept[0]!.end)) kept.shift();
  while (kept.length > 1 && isNotSpeech(kept.at(-1)!, kept.at(-1)!.start - kept.at(-2)!.end)) kept.pop();
  return kept;
}

function findRuns(levels: Float32Array, predicate: (level: number) => boolean): FrameRange[] {
  const runs: FrameRange[] = [];
  for (const [frame, level] of levels.entries()) {
    if (!predicate(level)) continue;
    const run = runs.at(-1);
    if (run?.end === frame) run.end++;
    else runs.push({ start: frame, end: frame + 1 });
  }
  return runs;
}

export function isStationaryNoise({ data, size }: Frames, { start, end }: FrameRange): boolean {
  const levels = measureFrameLevels({ data: data.subarray(start * size, end * size), count: end - start, size });
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  const variance = levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / levels.length;
  return Math.sqrt(variance) < MAX_NOISE_DEVIATION;
}

/** Computes the level of each frame over all filters, in dB. */
function measureFrameLevels({ data, count, size }: Frames): Float32Array {
  return Float32Array.from({ length: count }, (_, frame) => {
    let energy = 1e-12;
    for (let band = 0; band < size; band++) energy += data[frame * size + band]!;
    return 10 * Math.log10(energy);
  });
}
