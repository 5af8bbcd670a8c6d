import { createRandom, type Random } from '../motion/index.ts';
import { type Phrase, questionStrength } from './phrasing.ts';

const RADIANS = Math.PI / 180;

/** A saccade to a new gaze direction in world space, in radians, at `time`, in s. Positive yaw is to the right, positive pitch is down. */
export interface Saccade {
  time: number;
  yaw: number;
  pitch: number;
  /** True if this saccade looks away from the listener until the next one. */
  averted: boolean;
}

/** Fixation duration in s (log-normal). Most last 0.2-0.6 s, but some last longer on a face. */
const FIXATION_MEDIAN = 0.5;
const FIXATION_SPREAD = 0.5;
const FIXATION_RANGE = [0.2, 2.2] as const;
/** Maximum jump between two points on the listener's face, in radians. */
const FACE_YAW = 1.8 * RADIANS;
const FACE_PITCH = 1.3 * RADIANS;
/** Speakers look away to plan (Kendon 1967): fraction of phrase starts after `PLANNING` s of silence, and how early the eyes move, in s. */
const AVERTED_SHARE = 0.75;
const PLANNING = 0.3;
const AVERSION_LEAD = 0.15;
/** Duration of mutual gaze while speaking, in s. The average is 3.1 s (Lee, Badler & Badler 2002). */
const MUTUAL_MEDIAN = 3.1;
const MUTUAL_SPREAD = 0.45;
/** Duration of a gaze aversion, in s. The average is 0.9 s (Lee, Badler & Badler 2002); aversions for planning are longer. */
const AVERSION_MEDIAN = 0.9;
const PLANNING_AVERSION_MEDIAN = 1.1;
const AVERSION_SPREAD = 0.35;
const AVERSION_RANGE = [0.4, 2.4] as const;
/** How long before the end of a phrase the gaze returns to the listener, in s. */
const RETURN_BEFORE_END = 0.4;
/** Size of a gaze aversion, in radians. */
const AVERSION_YAW = [5 * RADIANS, 11 * RADIANS] as const;
const AVERSION_PITCH = [-5 * RADIANS, 4 * RADIANS] as const;

interface Aversion {
  from: number;
  to: number;
}

export function planSaccades(duration: number, phrases: readonly Phrase[], seed: string): Saccade[] {
  const random = createRandom(`${seed}/gaze`);
  const aversions = listAversions(duration, phrases, random);
  const saccades: Saccade[] = [];
  let time = drawTime(random, FIXATION_MEDIAN, FIXATION_SPREAD, FIXATION_RANGE);
  let next = 0;
  while (time < duration) {
    const aversion = aversions[next];
    if (aversion !== undefined && time >= aversion.from) {
      time = addAversion(aversion, time, saccades, random);
      next++;
      if (time >= duration) break;
    }
    saccades.push({
      time,
      yaw: FACE_YAW * random.between(-1, 1),
      pitch: FACE_PITCH * random.between(-1, 1),
      averted: false,
    });
    const rest = drawTime(random, FIXATION_MEDIAN, FIXATION_SPREAD, FIXATION_RANGE);
    const due = aversions[next]?.from ?? Number.POSITIVE_INFINITY;
    time = due < time + rest + FIXATION_RANGE[0] ? Math.max(due, time + FIXATION_RANGE[0]) : time + rest;
  }
  return saccades;
}

/** Adds a gaze aversion as one or more fixations near each other. @returns the end of the aversion, in s */
function addAversion({ to }: Aversion, from: number, saccades: Saccade[], random: Random): number {
  const side = random.between(0, 1) < 0.5 ? -1 : 1;
  let yaw = side * random.between(...AVERSION_YAW);
  let pitch = random.between(...AVERSION_PITCH);
  for (let time = from; time < to; ) {
    saccades.push({ time, yaw, pitch, averted: true });
    const rest = drawTime(random, FIXATION_MEDIAN, FIXATION_SPREAD, FIXATION_RANGE);
    if (time + rest > to - FIXATION_RANGE[0]) break;
    time += rest;
    yaw = side * Math.min(AVERSION_YAW[1], Math.max(AVERSION_YAW[0], Math.abs(yaw) + random.between(-2.5, 2.5) * RADIANS));
    pitch = Math.min(AVERSION_PITCH[1], Math.max(AVERSION_PITCH[0], pitch + random.between(-2, 2) * RADIANS));
  }
  return Math.max(to, from + FIXATION_RANGE[0]);
}

function listAversions(duration: number, phrases: readonly Phrase[], random: Random): Aversion[] {
  const aversions: Aversion[] = [];
  let silentSince = Number.NEGATIVE_INFINITY;
  for (const phrase of phrases) {
    const { start, end } = phrase;
    const latest = end - RETURN_BEFORE_END - (questionStrength(phrase) > 0.5 ? RETURN_BEFORE_END : 0);
    const planning = start - silentSince >= PLANNING && random.between(0, 1) < AVERTED_SHARE;
    let time = start - AVERSION_LEAD;
    const add = (from: number, median: number): number => {
      const to = Math.min(latest, from + drawTime(random, median, AVERSION_SPREAD, AVERSION_RANGE));
      if (to - from >= AVERSION_RANGE[0] && from > (aversions.at(-1)?.to ?? 0) + AVERSION_RANGE[0]) aversions.push({ from, to });
      return Math.max(from, to);
    };
    if (planning) time = add(Math.max(0.05, time), PLANNING_AVERSION_MEDIAN);
    for (;;) {
      time += random.logNormal(MUTUAL_MEDIAN, MUTUAL_SPREAD);
      if (time >= latest) break;
      time = add(time, AVERSION_MEDIAN);
    }
    silentSince = end;
  }
  return addIdleGlances(aversions, duration, phrases, random);
}

/** Duration of mutual gaze while listening or waiting, in s (237 of 250 frames in Lee, Badler & Badler 2002). */
const IDLE_MUTUAL_MEDIAN = 4.5;
/** Shortest silence that counts as waiting, in s. */
const WAITING = 3;

function addIdleGlances(aversions: Aversion[], duration: number, phrases: readonly Phrase[], random: Random): Aversion[] {
  const edges = [0, ...phrases.flatMap(({ start, end }) => [start, end]), duration];
  for (let i = 0; i < edges.length; i += 2) {
    const [from, to] = [edges[i]!, edges[i + 1]!];
    if (to - from < WAITING) continue;
    let time = from + 0.5 * random.logNormal(IDLE_MUTUAL_MEDIAN, MUTUAL_SPREAD);
    while (time + AVERSION_RANGE[1] < to - 1) {
      const away = drawTime(random, AVERSION_MEDIAN, AVERSION_SPREAD, AVERSION_RANGE);
      aversions.push({ from: time, to: time + away });
      time += away + random.logNormal(IDLE_MUTUAL_MEDIAN, MUTUAL_SPREAD);
    }
  }
  return aversions.sort((a, b) => a.from - b.from);
}

function drawTime(random: Random, median: number, spread: number, [least, most]: readonly [number, number]): number {
  return Math.min(most, Math.max(least, random.logNormal(median, spread)));
}

/** Minimum size of a gaze shift that comes with a blink, in radians. */
const BLINKING_SHIFT = 6 * RADIANS;

/** Lists the times of gaze shifts that are large enough to come with a blink, in s. */
export function listLargeShifts(saccades: readonly Saccade[]): number[] {
  return saccades
    .filter(({ yaw, pitch }, i) => {
      const from = saccades[i - 1] ?? { yaw: 0, pitch: 0 };
      return Math.hypot(yaw - from.yaw, pitch - from.pitch) >= BLINKING_SHIFT;
    })
    .map(({ time }) => time);
}
