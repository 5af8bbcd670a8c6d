import type { Channel } from '../channels.ts';
import { addPulse, type Curve, createCurve, ease, GRID_RATE, type Pulse } from '../motion/index.ts';
import type { MouthCurves } from '../mouth/index.ts';
import type { Phrase } from './phrasing.ts';

/** Shortest pause before a phrase in which a speaker breathes in, in s. */
const BREATH_PAUSE = 0.45;
/** Time from the widest opening to the start of the phrase, and time to open and close, in s. Hand-picked. */
const BREATH_LEAD = 0.2;
const BREATH_ATTACK = 0.22;
const BREATH_RELEASE = 0.18;
/** How far a breath opens the jaw and the nostrils, as shape weights. */
const BREATH_JAW = 0.06;
const BREATH_NOSE = 0.07;
const BREATH_NOSTRILS = 0.4;
/** Longest inhalation before speech, and the time from full lungs to the first sound, in s. Hand-picked. */
const INHALE_SECONDS = 0.6;
const HOLD_SECONDS = 0.05;
/** How full the chest is after speech, at the top of a quiet breath, and before short and long stretches of speech. */
const EMPTY = 0.08;
const QUIET = 0.34;
const FULL = [0.55, 1] as const;
/** Length of a stretch of speech that needs full lungs, in s. */
const LONG_SPEECH = 6;
/** Quiet breathing: 15 breaths a minute (adults at rest take 12-18), with two fifths of each spent inhaling. */
const QUIET_SECONDS = 4;
const INHALED_SHARE = 0.4;

/** Adds a breath (jaw, nostrils, chest) before each phrase that follows a pause. Lips that are closing for the first sound stay closed. */
export function animateBreaths(duration: number, phrases: readonly Phrase[], mouth: MouthCurves): Map<Channel, Curve> {
  const inhaled = createCurve(duration);
  for (const { start } of findBreathGroups(phrases)) {
    const top = start - BREATH_LEAD;
    addPulse(inhaled, { start: top, end: top, attack: BREATH_ATTACK, release: BREATH_RELEASE } satisfies Pulse, 1);
  }
  const nose = inhaled.map((value) => BREATH_NOSE * value);
  return new Map<Channel, Curve>([
    ['jawOpen', inhaled.map((value, k) => BREATH_JAW * value * (1 - mouth.closure[k]!) * (1 - mouth.labiodental[k]!))],
    ['noseSneerLeft', nose],
    ['noseSneerRight', nose],
    ['nostrils', inhaled.map((value) => BREATH_NOSTRILS * value)],
    ['breath', fillChest(duration, phrases)],
  ]);
}

interface BreathGroup {
  /** Start of the pause before the speech, in s. */
  from: number;
  start: number;
  end: number;
}

/** Groups phrases that are spoken in one breath. */
function findBreathGroups(phrases: readonly Phrase[]): BreathGroup[] {
  const groups: BreathGroup[] = [];
  for (const { start, end } of phrases) {
    const last = groups.at(-1);
    const from = last?.end ?? 0;
    if (start - from >= BREATH_PAUSE) groups.push({ from, start, end });
    else if (last !== undefined) last.end = end;
    // Speech that starts immediately uses the air already in the lungs.
    else groups.push({ from: start, start, end });
  }
  return groups;
}

/** Computes how full the chest is, 0..1. It fills before speech (more if it is long), then empties, and breathes quietly in long pauses. */
export function fillChest(duration: number, phrases: readonly Phrase[]): Curve {
  const knots: [time: number, fullness: number][] = [[0, 0]];
  const breatheQuietly = (until: number): void => {
    for (let [time] = knots.at(-1)!; time + QUIET_SECONDS <= until; time += QUIET_SECONDS) {
      knots.push([time + INHALED_SHARE * QUIET_SECONDS, QUIET], [time + QUIET_SECONDS, EMPTY]);
    }
  };
  for (const { from, start, end } of findBreathGroups(phrases)) {
    const full = FULL[0] + (FULL[1] - FULL[0]) * Math.min(1, (end - start) / LONG_SPEECH);
    const top = Math.max(from, start - HOLD_SECONDS);
    const bottom = Math.max(from, top - INHALE_SECONDS);
    breatheQuietly(bottom);
    if (top > from) knots.push([bottom, knots.at(-1)![1]], [top, full]);
    knots.push([end, EMPTY]);
  }
  breatheQuietly(duration);
  return interpolateKnots(knots, duration);
}

function interpolateKnots(knots: readonly (readonly [number, number])[], duration: number): Curve {
  let i = 0;
  return createCurve(duration).map((_, k) => {
    const t = k / GRID_RATE;
    while (i + 1 < knots.length && knots[i + 1]![0] <= t) i++;
    const [from, low] = knots[i]!;
    const [to, high] = knots[i + 1] ?? [from + 1, low];
    return low + (high - low) * ease((t - from) / Math.max(1e-6, to - from));
  });
}
