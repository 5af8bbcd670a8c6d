import type { Channel } from '../channels.ts';
import { type Curve, coloredNoise, createCurve } from '../motion/index.ts';
import type { MouthCurves } from '../mouth/index.ts';

/** Sideways deviation of the jaw and the mouth while speaking, shape units (recorded takes: .01-.03 and .01-.08). */
const JAW_SIDEWAYS = 0.014;
const MOUTH_SIDEWAYS = 0.026;
/** Time constant of the sideways movement, in s; our choice. */
const SIDEWAYS_SECONDS = 0.5;
/** Mean and deviation of the tension of the lower lids, shape units (recorded takes vary by .1), and its time constant, in s. */
const SQUINT = 0.04;
const SQUINT_DEVIATION = 0.03;
const SQUINT_SECONDS = 0.9;

/** Adds movement that never stops in people: jaw and mouth sway slightly in speech, lower lids tense and relax. Touching lips stay put. */
export function animateIdle(duration: number, mouth: MouthCurves, seed: string): Map<Channel, Curve> {
  const samples = createCurve(duration).length;
  const swing = (part: string, size: number): Curve =>
    coloredNoise(samples, SIDEWAYS_SECONDS, `${seed}/idle/${part}`).map(
      (value, k) => size * value * mouth.activity[k]! * (1 - mouth.labiodental[k]!) * (1 - mouth.closure[k]!),
    );
  const [jaw, lips] = [swing('jaw', JAW_SIDEWAYS), swing('lips', MOUTH_SIDEWAYS)];
  const squint = coloredNoise(samples, SQUINT_SECONDS, `${seed}/idle/lids`).map((value) => Math.max(0, SQUINT + SQUINT_DEVIATION * value));
  const positive = (curve: Curve, sign: number): Curve => curve.map((value) => Math.max(0, sign * value));
  return new Map([
    ['jawLeft', positive(jaw, 1)],
    ['jawRight', positive(jaw, -1)],
    ['mouthLeft', positive(lips, 1)],
    ['mouthRight', positive(lips, -1)],
    ['eyeSquintLeft', squint],
    ['eyeSquintRight', squint],
  ]);
}
