import type { MetaHumanCurve } from './metahuman-curves.ts';

/** Maximum `jawOpen` at which resting lips touch. */
const RESTING_JAW = 0.03;
/** Time for the inner and outer parts of moist lips to separate, in s, and their maximum weight. Hand-picked. */
const INNER_SECONDS = 0.045;
const OUTER_SECONDS = 0.1;
const STICKY_WEIGHT = 0.6;
/** Window of the moving average that keeps the lips from separating from one frame to the next, in s. */
const SMOOTHED_SECONDS = 0.07;

const INNER = ['mouthStickyUINL', 'mouthStickyUINR', 'mouthStickyDINL', 'mouthStickyDINR'] as const;
const OUTER = ['mouthStickyUOUTL', 'mouthStickyUOUTR', 'mouthStickyDOUTL', 'mouthStickyDOUTR'] as const;

/** Computes the sticky-lip controls of the humanoid rig: the lips part in the middle first, and at the corners 0.1 s later. */
export function stickyLipCurves(together: Float32Array, jaw: Float32Array, fps: number): Map<MetaHumanCurve, Float32Array> {
  const contact = together.map((value, frame) => Math.max(value, 1 - jaw[frame]! / RESTING_JAW));
  const lag = (seconds: number): Float32Array => {
    const keep = Math.exp(-1 / (seconds * fps));
    let held = 0;
    const apart = contact.map((value) => {
      held = Math.max(value, held * keep);
      return STICKY_WEIGHT * (held - Math.max(0, value));
    });
    return averageAround(apart, Math.floor((SMOOTHED_SECONDS * fps) / 2));
  };
  const [inner, outer] = [lag(INNER_SECONDS), lag(OUTER_SECONDS)];
  return new Map<MetaHumanCurve, Float32Array>([
    ...INNER.map((name) => [name, inner] as const),
    ...OUTER.map((name) => [name, outer] as const),
  ]);
}

function averageAround(values: Float32Array, reach: number): Float32Array {
  return values.map((_, frame) => {
    let sum = 0;
    for (let other = frame - reach; other <= frame + reach; other++) sum += values[other] ?? 0;
    return sum / (2 * reach + 1);
  });
}

/** Time between the phases of a swallow, in s. The larynx rises, stays up, and falls within about 0.6 s. */
const PHASE_SECONDS = 0.13;

/** Computes the four phases that the throat goes through in a swallow. */
export function swallowCurves(swallow: Float32Array, fps: number): Map<MetaHumanCurve, Float32Array> {
  const shift = Math.round(PHASE_SECONDS * fps);
  const at = (frame: number): number => swallow[frame] ?? 0;
  const phase = (share: (before: number, now: number, after: number) => number): Float32Array =>
    swallow.map((now, frame) => share(at(frame - shift), now, at(frame + shift)));
  return new Map([
    ['neckSwallowPh1', phase((_, now, after) => Math.max(0, after - now))],
    ['neckSwallowPh2', phase((before, now) => Math.max(0, now - before))],
    ['neckSwallowPh3', phase((before, now) => Math.min(before, now))],
    ['neckSwallowPh4', phase((before, now) => Math.max(0, before - now))],
  ]);
}
