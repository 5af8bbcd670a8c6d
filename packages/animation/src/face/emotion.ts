import { type Emotion, EXPRESSIONS, type Expression, type SpeechTimeline } from '@talking-avatar/contract';
import type { Channel } from '../channels.ts';
import { type Curve, createCurve, GRID_RATE, type Pulse, visitPulse } from '../motion/index.ts';
import type { MouthCurves } from '../mouth/index.ts';
import { attenuateForSpeech } from './attenuate-for-speech.ts';
import { createDrift, type Drift } from './drift.ts';
import { EXPRESSION_POSES, type ExpressionPose } from './expressions.ts';

/** How far an emotion starts ahead of its words, in s. */
const ANTICIPATION = 0.2;

/** Levels over time, 0..1, of the expressions used in the speech. */
export type ExpressionLevels = ReadonlyMap<Expression, Curve>;

/** Computes the level of each expression: the level from the job or, inside an emotion span, the level of the span. */
export function computeExpressionLevels(timeline: SpeechTimeline, emotion: Emotion): ExpressionLevels {
  const { duration } = timeline;
  const weights = new Map(EXPRESSIONS.map((expression) => [expression, createCurve(duration)]));
  weights.get(emotion.expression)!.fill(emotion.level);
  for (const mark of timeline.marks) {
    if (mark.type !== 'emotion') continue;
    const { onset, offset } = EXPRESSION_POSES[mark.expression];
    const start = mark.start - ANTICIPATION;
    const span: Pulse = { start, end: Math.max(start, mark.end - ANTICIPATION), attack: onset, release: offset };
    for (const [expression, curve] of weights) {
      const level = expression === mark.expression ? mark.level : 0;
      visitPulse(span, curve.length, (k, value) => {
        curve[k]! += value * (level - curve[k]!);
      });
    }
  }
  return new Map([...weights].filter(([, curve]) => curve.some((level) => level > 0)));
}

/** Renders emotions as shapes that drift slowly, are slightly asymmetric, and are attenuated around a speaking mouth. */
export function poseEmotions(emotions: ExpressionLevels, mouth: MouthCurves, seed: string): Map<Channel, Curve> {
  const shapes = new Map<Channel, Curve>();
  for (const [expression, level] of emotions) {
    const pose = EXPRESSION_POSES[expression];
    if (Object.keys(pose.upper).length === 0) continue;
    const drift = createDrift(level.length, `${seed}/${expression}`);
    for (const part of ['upper', 'mouth'] as const) {
      for (const [channel, weight] of Object.entries(pose[part]) as [Channel, number][]) {
        const attenuation = attenuateForSpeech(channel, part, mouth);
        const variation = shapeVariation(channel, pose, drift);
        addShape(shapes, channel, level, (k) => weight * level[k]! * attenuation(k) * variation(k));
      }
    }
  }
  return shapes;
}

/** Returns a factor for a shape of a held expression, which makes it drift and differ from the same shape on the other side. */
function shapeVariation(channel: Channel, { asymmetry }: ExpressionPose, drift: Drift): (k: number) => number {
  const region = drift.region(channel);
  // Drifting eyelids would look like blinks.
  if (channel.startsWith('eyeBlink')) return () => 1;
  const side = channel.endsWith('Left') ? 1 : channel.endsWith('Right') ? -1 : 0;
  return (k) => region[k]! * (1 + side * (asymmetry + drift.side[k]!));
}

/** Sums a property of the expressions at time `t` (s), weighted by their levels. */
export function blendByEmotion(emotions: ExpressionLevels, property: (pose: ExpressionPose) => number, t: number): number {
  let sum = 0;
  for (const [expression, level] of emotions) {
    const k = Math.min(level.length - 1, Math.max(0, Math.round(t * GRID_RATE)));
    sum += property(EXPRESSION_POSES[expression]) * level[k]!;
  }
  return sum;
}

function addShape(shapes: Map<Channel, Curve>, channel: Channel, like: Curve, value: (k: number) => number): void {
  const curve = shapes.get(channel) ?? new Float64Array(like.length);
  for (let k = 0; k < curve.length; k++) curve[k]! += value(k);
  shapes.set(channel, curve);
}
