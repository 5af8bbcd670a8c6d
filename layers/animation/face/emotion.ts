import { type Emotion, EXPRESSIONS, type Expression, type SpeechTimeline } from '../../contract/index.ts';
import type { Channel } from '../channels.ts';
import { type Curve, createCurve, createRandom, GRID_RATE, type Pulse, visitPulse } from '../motion/index.ts';
import type { Mouth } from '../mouth/index.ts';
import { LOOKS, type Look } from './expressions.ts';

/** An emotion comes over the face and leaves it in these times, s; our own choice, slower out than in. */
const ONSET = 0.45;
const OFFSET = 0.7;
/** It begins to show this long before the words that carry it, s. */
const ANTICIPATION = 0.2;
/** Slow unsteadiness of a held expression, share and Hz: a frozen smile reads as a mask. */
const UNSTEADY_SHARE = 0.1;
const UNSTEADY_HERTZ = [0.17, 0.31] as const;
/** Share of the mouth's part of an expression that a speaking mouth keeps. */
const KEPT_WHILE_SPEAKING = 0.7;
/** Share of the mouth's part of an expression that fully rounded lips take back: nobody smiles an oo. */
const YIELDED_TO_ROUNDING = 0.5;

/** How strongly each expression that is worn at all is worn over time. */
export type Emotions = ReadonlyMap<Expression, Curve>;

/** The emotion of the job, replaced inside each emotion span of the speech by the emotion of the span. */
export function drawEmotions(timeline: SpeechTimeline, emotion: Emotion, seed: string): Emotions {
  const { duration } = timeline;
  const weights = new Map(EXPRESSIONS.map((expression) => [expression, createCurve(duration)]));
  weights.get(emotion.expression)!.fill(emotion.level);
  for (const mark of timeline.marks) {
    if (mark.type !== 'emotion') continue;
    const start = mark.start - ANTICIPATION;
    const span: Pulse = { start, end: Math.max(start, mark.end - ANTICIPATION), attack: ONSET, release: OFFSET };
    for (const [expression, curve] of weights) {
      const level = expression === mark.expression ? mark.level : 0;
      visitPulse(span, curve.length, (k, value) => {
        curve[k]! += value * (level - curve[k]!);
      });
    }
  }
  const worn = new Map([...weights].filter(([, curve]) => curve.some((level) => level > 0)));
  for (const [expression, curve] of worn) unsettle(curve, `${seed}/${expression}`);
  return worn;
}

function unsettle(curve: Curve, seed: string): void {
  const random = createRandom(seed);
  const phases = UNSTEADY_HERTZ.map(() => random.between(0, 2 * Math.PI));
  for (let k = 0; k < curve.length; k++) {
    const drift = UNSTEADY_HERTZ.reduce(
      (sum, hertz, i) => sum + Math.sin(2 * Math.PI * hertz * (k / GRID_RATE) + phases[i]!),
      0,
    );
    curve[k]! *= 1 + UNSTEADY_SHARE * (drift / UNSTEADY_HERTZ.length - 1);
  }
}

/** Shapes that part the lips or draw them off the teeth: they wait while the lips are in contact. */
const PARTING: ReadonlySet<string> = new Set([
  'jawOpen',
  'mouthFunnel',
  'mouthLowerDownLeft',
  'mouthLowerDownRight',
  'mouthUpperUpLeft',
  'mouthUpperUpRight',
]);

/** The emotions as shapes, gentler around a speaking mouth and never against a lip contact. */
export function poseEmotions(emotions: Emotions, mouth: Mouth): Map<Channel, Curve> {
  const shapes = new Map<Channel, Curve>();
  for (const [expression, worn] of emotions) {
    const { upper, mouth: lower } = LOOKS[expression];
    for (const [channel, weight] of entries(upper)) {
      addShape(shapes, channel, worn, (k) => weight * worn[k]!);
    }
    for (const [channel, weight] of entries(lower)) {
      const parting = PARTING.has(channel);
      addShape(shapes, channel, worn, (k) => {
        const kept = 1 - (1 - KEPT_WHILE_SPEAKING) * mouth.activity[k]!;
        const apart = parting ? (1 - mouth.seal[k]!) * (1 - mouth.bite[k]!) : 1;
        return weight * worn[k]! * kept * apart * (1 - YIELDED_TO_ROUNDING * mouth.articulators.round[k]!);
      });
    }
  }
  return shapes;
}

/** The sum of a bearing over the emotions worn at time `t`, s: how far they lower the head, say. */
export function sumBearing(emotions: Emotions, bearing: (look: Look) => number, t: number): number {
  let sum = 0;
  for (const [expression, worn] of emotions) {
    const k = Math.min(worn.length - 1, Math.max(0, Math.round(t * GRID_RATE)));
    sum += bearing(LOOKS[expression]) * worn[k]!;
  }
  return sum;
}

function entries(weights: Partial<Record<Channel, number>>): [Channel, number][] {
  return Object.entries(weights) as [Channel, number][];
}

function addShape(shapes: Map<Channel, Curve>, channel: Channel, like: Curve, value: (k: number) => number): void {
  const curve = shapes.get(channel) ?? new Float64Array(like.length);
  for (let k = 0; k < curve.length; k++) curve[k]! += value(k);
  shapes.set(channel, curve);
}
