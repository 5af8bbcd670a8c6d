import type { Frames } from './features.ts';

/** Where between the noise and the loud parts of a sound, in decibels, speech begins. */
const THRESHOLD = 0.35;

/** Frames that must be loud in a row: a click is shorter. */
const SHORTEST_RUN = 5;

/**
 * A run before or after all others that stays below this level, by the same measure, and so many frames apart is breath: those of
 * recorded speakers reach at most .53, the first and the last words .93.
 */
const BREATH = 0.6;
const APART = 10;

/** A run before or after all others that is so short, with so many frames without a sound beside it, is a click: no word is. */
const CLICK = 12;
const CLICK_APART = 25;

/** Noise and hums stay within so many decibels (standard deviation); speech and music vary by five and more. */
const STEADY = 3;

/** Frames kept around the speech: the weak sounds at its edges. */
const MARGIN = 8;

/** Frames of silence that make a pause: longer than the closure of any plosive. */
const SHORTEST_PAUSE = 18;

/** Decibels between noise and loud speech below which pauses cannot be told from weak sounds. */
const CLEAR_RANGE = 25;

/** Decibels below loud speech beyond which nothing is heard: digital silence has no level to measure by. */
const HEARD_RANGE = 60;

/** Frames that are kept at each end of a pause: all pauses are alike then, however long the speaker waits. */
const PAUSE_EDGE = 5;

/** A run of frames, `end` not among them. */
export interface Run {
  start: number;
  end: number;
}

/** Where the speech is in a sound. */
export interface Activity {
  /** Numbers of the frames that matter: without the silence or noise before and after, and with pauses cut short. */
  frames: Int32Array;
  /** The frame at which the speech is first loud. */
  onset: number;
  /** The pauses within, whole. */
  pauses: Run[];
  /** All that is hardly heard beside the speech, however short; undefined where noise does not let it be told. */
  lulls: Run[] | undefined;
}

export function findSpeech(bands: Frames): Activity {
  const levels = measureLevels(bands);
  const sorted = levels.toSorted();
  const quantile = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]!;
  const [noise, loud] = [quantile(0.05), quantile(0.95)];
  const threshold = noise + THRESHOLD * (loud - noise);
  const floor = Math.max(noise, loud - HEARD_RANGE);
  const limits = findLimits(levels, floor, loud);
  const loudRuns = findRuns(levels, (level) => level > threshold).filter(
    ({ start, end }) => end - start >= SHORTEST_RUN,
  );
  const runs = dropBreath(loudRuns, levels, noise + BREATH * (loud - noise))
    .filter(({ start, end }) => end > limits.start && start < limits.end)
    .map(({ start, end }) => ({ start: Math.max(start, limits.start), end: Math.min(end, limits.end) }));
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) {
    return {
      frames: Int32Array.from({ length: bands.count }, (_, frame) => frame),
      onset: 0,
      pauses: [],
      lulls: undefined,
    };
  }
  const isClear = loud - noise >= CLEAR_RANGE;
  const pauses = runs
    .map((run, index) => ({ start: run.end, end: runs[index + 1]?.start ?? run.end }))
    .filter(({ start, end }) => isClear && end - start >= SHORTEST_PAUSE);
  const lulls = isClear ? findRuns(levels, (level) => level <= floor + THRESHOLD * (loud - floor)) : undefined;
  const frames: number[] = [];
  let passed = 0;
  for (let frame = Math.max(0, first.start - MARGIN); frame < Math.min(bands.count, last.end + MARGIN); frame++) {
    frames.push(frame);
    const pause = pauses[passed];
    if (pause && frame === pause.start + PAUSE_EDGE) {
      frame = pause.end - PAUSE_EDGE;
      passed++;
    }
  }
  return { frames: Int32Array.from(frames), onset: first.start, pauses, lulls };
}

/**
 * Where clicks before speech end and those after it begin, above the level at which anything is heard. Beside digital silence all
 * else is loud, also the faint noise that parts a click from the speech.
 */
function findLimits(levels: Float32Array, floor: number, loud: number): Run {
  const runs = findRuns(levels, (level) => level > floor + THRESHOLD * (loud - floor));
  const kept = dropEdges(runs, isClick);
  return {
    start: kept[0] === runs[0] ? 0 : kept[0]!.start,
    end: kept.at(-1) === runs.at(-1) ? levels.length : kept.at(-1)!.end,
  };
}

/** Whether a run with so many frames without a sound beside it is a click. */
const isClick = ({ start, end }: Run, rest: number) => rest >= CLICK_APART && end - start <= CLICK;

/** Leaves out the breaths and clicks before and after speech. */
function dropBreath(runs: readonly Run[], levels: Float32Array, least: number): Run[] {
  const isWeak = ({ start, end }: Run) => levels.subarray(start, end).every((level) => level < least);
  return dropEdges(runs, (run, rest) => (rest >= APART && isWeak(run)) || isClick(run, rest));
}

/** Leaves out the first and the last runs that are no speech, by themselves and the frames between them and the next ones. */
function dropEdges(runs: readonly Run[], isNoSpeech: (run: Run, rest: number) => boolean): Run[] {
  const kept = [...runs];
  while (kept.length > 1 && isNoSpeech(kept[0]!, kept[1]!.start - kept[0]!.end)) kept.shift();
  while (kept.length > 1 && isNoSpeech(kept.at(-1)!, kept.at(-1)!.start - kept.at(-2)!.end)) kept.pop();
  return kept;
}

function findRuns(levels: Float32Array, holds: (level: number) => boolean): Run[] {
  const runs: Run[] = [];
  for (const [frame, level] of levels.entries()) {
    if (!holds(level)) continue;
    const run = runs.at(-1);
    if (run?.end === frame) run.end++;
    else runs.push({ start: frame, end: frame + 1 });
  }
  return runs;
}

/** Whether a stretch is about as loud throughout, as noise is and no speech. */
export function isSteady({ data, size }: Frames, { start, end }: Run): boolean {
  const levels = measureLevels({ data: data.subarray(start * size, end * size), count: end - start, size });
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  const variance = levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / levels.length;
  return Math.sqrt(variance) < STEADY;
}

/** The loudness of each frame, dB, of the bands together. */
function measureLevels({ data, count, size }: Frames): Float32Array {
  return Float32Array.from({ length: count }, (_, frame) => {
    let energy = 1e-12;
    for (let band = 0; band < size; band++) energy += data[frame * size + band]!;
    return 10 * Math.log10(energy);
  });
}
