import type { Channel } from '../channels.ts';
import { type Curve, coloredNoise, createCurve } from '../motion/index.ts';
import type { MouthCurves } from '../mouth/index.ts';

/** Sideways movement of the jaw and mouth during speech, as shape weights (0.01-0.03 and 0.01-0.08 in recorded takes). */
const JAW_SIDEWAYS = 0.014;
const MOUTH_SIDEWAYS = 0.026;
/** Time constant of the sideways movement, in s. Hand-picked. */
const SIDEWAYS_SECONDS = 0.5;
/** Lower eyelid tension: mean and deviation, as shape weights (recorded takes vary by 0.1), and time constant in s. */
const SQUINT = 0.04;
const SQUINT_DEVIATION = 0.03;
const SQUINT_SECONDS = 0.9;

/** Adds movement that never stops in people: the jaw and mouth sway slightly in speech, and the lower eyelids tense and relax. */
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
