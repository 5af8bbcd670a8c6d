import type { Channel } from '../channels.ts';
import { addPulse, type Curve, coloredNoise, createCurve, createRandom, type Pulse } from '../motion/index.ts';
import type { MouthCurves } from '../mouth/index.ts';
import type { Phrase } from './phrasing.ts';

/** Shortest pause in which the mouth moves, and how long it is still before speech, in s. */
const SHORTEST = 1.2;
const FREE_BEFORE_SPEECH = 0.6;
/** Time between two movements of a resting mouth, in s. Hand-picked. People swallow about once a minute when silent. */
const GAP = [1.4, 4] as const;
/** Fractions of these movements that are lip presses, lip wetting, and swallows. */
const PRESS_SHARE = 0.5;
const WET_SHARE = 0.3;
/** Idle jaw movement: mean and deviation of `jawOpen`, and time constant in s. */
const IDLE_JAW = 0.007;
const IDLE_DEVIATION = 0.004;
const IDLE_SECONDS = 0.7;

/** Shapes of these movements at strength 1. */
const PRESS: Partial<Record<Channel, number>> = {
  mouthPressLeft: 0.34,
  mouthPressRight: 0.3,
  mouthRollLower: 0.12,
  mouthRollUpper: 0.1,
};
const WET: Partial<Record<Channel, number>> = { mouthRollLower: 0.3, mouthRollUpper: 0.16, tongueTipUp: 0.3 };
const SWALLOW: Partial<Record<Channel, number>> = {
  swallow: 1,
  mouthPressLeft: 0.16,
  mouthPressRight: 0.16,
  mouthShrugLower: 0.2,
  tongueBackUp: 0.8,
};

/** Keeps the mouth alive in long pauses with small jaw movements, lip presses, lip wetting, and swallows. */
export function animatePauses(duration: number, phrases: readonly Phrase[], { activity }: MouthCurves, seed: string): Map<Channel, Curve> {
  const random = createRandom(`${seed}/pauses`);
  const noise = coloredNoise(activity.length, IDLE_SECONDS, `${seed}/idle`);
  const shapes = new Map<Channel, Curve>([
    ['jawOpen', noise.map((value, k) => Math.max(0, IDLE_JAW + IDLE_DEVIATION * value) * (1 - activity[k]!))],
  ]);
  const addEvent = (time: number): void => {
    const kind = random.between(0, 1);
    const event = kind < PRESS_SHARE ? PRESS : kind < PRESS_SHARE + WET_SHARE ? WET : SWALLOW;
    const strength = random.between(0.5, 1);
    const pulse: Pulse = {
      start: time,
      end: time + random.between(0.1, 0.5),
      attack: random.between(0.2, 0.35),
      release: random.between(0.25, 0.5),
    };
    for (const [channel, weight] of Object.entries(event) as [Channel, number][]) {
      const curve = shapes.get(channel) ?? createCurve(duration);
      addPulse(curve, pulse, weight * strength);
      shapes.set(channel, curve);
    }
  };
  const edges = [0, ...phrases.flatMap(({ start, end }) => [start, end]), duration];
  for (let i = 0; i < edges.length; i += 2) {
    const [from, to] = [edges[i]!, edges[i + 1]!];
    if (to - from < SHORTEST) continue;
    let time = from + random.between(0.5, 1.1);
    for (; time + 0.5 < to - FREE_BEFORE_SPEECH; time += random.between(...GAP)) addEvent(time);
  }
  return shapes;
}
