/** Maximum error of linear interpolation between the keys of a shape curve, as a shape weight. */
export const SHAPE_TOLERANCE = 0.002;
/** Tighter tolerance for the curves that close the mouth, because their difference determines how far it is open. */
export const CLOSURE_TOLERANCE = 0.0005;
/** Tolerance for joint rotations, in degrees. */
export const ANGLE_TOLERANCE = 0.02;
/** The lips are closed while these two curves are equal, so they share their keys. */
export const CLOSURE_SHAPES: readonly string[] = ['jawOpen', 'mouthClose'];

/**
 * Selects keyframes so that linear interpolation between them stays within `tolerance` of every value of every curve. All curves share the
 * keys, so a curve that is above another one at the keys is also above it between them.
 *
 * From each key, extends a line as far as the tolerance allows (Imai and Iri's cone method). This gives the fewest keys possible on whole
 * frames, working from left to right.
 * @param curves one or more values each, all of the same length
 * @param tolerance in the same units as the curves
 * @returns frame numbers in ascending order, from 0 to the last frame
 */
export function reduceKeys(curves: readonly Float32Array[], tolerance: number): number[] {
  const last = curves[0]!.length - 1;
  const keys = [0];
  for (let key = 0; key < last; keys.push(key)) key = extendLine(curves, key, last, tolerance);
  return keys;
}

function extendLine(curves: readonly Float32Array[], key: number, last: number, tolerance: number): number {
  const minSlope = new Float64Array(curves.length).fill(-Infinity);
  const maxSlope = new Float64Array(curves.length).fill(Infinity);
  let reached = key + 1;
  for (let frame = key + 1; frame <= last; frame++) {
    let reachable = true;
    for (let i = 0; i < curves.length; i++) {
      const rise = curves[i]![frame]! - curves[i]![key]!;
      const run = frame - key;
      const slope = rise / run;
      if (slope < minSlope[i]! || slope > maxSlope[i]!) reachable = false;
      minSlope[i] = Math.max(minSlope[i]!, (rise - tolerance) / run);
      maxSlope[i] = Math.min(maxSlope[i]!, (rise + tolerance) / run);
      if (minSlope[i]! > maxSlope[i]!) return reached;
    }
    if (reachable) reached = frame;
  }
  return reached;
}
