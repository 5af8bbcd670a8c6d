/** Curves are solved once on a fixed grid and sampled at the requested frame rate, so that 24 and 120 fps show the same motion. */

/** Grid samples per second: the highest frame rate that a job may request. A sample lasts 8 ms, and the fastest gesture 40 ms. */
export const GRID_RATE = 120;

/** A curve on the grid: sample k is at k / GRID_RATE seconds. */
export type Curve = Float64Array;

/** Returns the number of samples for `duration` seconds, plus one so that the last frame falls between two samples. */
function countSamples(duration: number): number {
  return Math.ceil(duration * GRID_RATE) + 2;
}

/** Creates a curve of zeros that lasts `duration` seconds. */
export function createCurve(duration: number): Curve {
  return new Float64Array(countSamples(duration));
}

/** Samples a curve at `fps` (Catmull-Rom). @returns `frames` values; frame i is at i / fps s. The last sample is held past the end */
export function resampleCurve(curve: Curve, fps: number, frames: number): Float32Array {
  const values = new Float32Array(frames);
  const last = curve.length - 1;
  for (let frame = 0; frame < frames; frame++) {
    const position = Math.min(last, (frame * GRID_RATE) / fps);
    const k = Math.min(last, Math.floor(position));
    const u = position - k;
    const here = curve[k]!;
    if (u < 1e-9) {
      values[frame] = here;
      continue;
    }
    const next = curve[Math.min(last, k + 1)]!;
    const before = curve[Math.max(0, k - 1)]!;
    const after = curve[Math.min(last, k + 2)]!;
    const slope = (next - before) / 2;
    const slopeNext = (after - here) / 2;
    const bend = 3 * (next - here) - 2 * slope - slopeNext;
    const twist = 2 * (here - next) + slope + slopeNext;
    values[frame] = here + u * (slope + u * (bend + u * twist));
  }
  return values;
}
