/**
 * The frames that curves need a key at, so that straight lines between the keys stay within `tolerance` of every value of
 * every curve. The curves share their keys: an order between two of them that holds at the keys holds between them too.
 *
 * From each key it takes the farthest frame that a line can reach through the tolerance around all values between (the cone
 * of Imai and Iri), so the result is as sparse as keys on whole frames chosen from the left can be.
 *
 * @param curves of one length, at least one value
 * @returns rising, from 0 to the last frame
 */
export function reduceKeys(curves: readonly Float32Array[], tolerance: number): number[] {
  const last = curves[0]!.length - 1;
  const keys = [0];
  for (let key = 0; key < last; keys.push(key)) key = farthest(curves, key, last, tolerance);
  return keys;
}

function farthest(curves: readonly Float32Array[], key: number, last: number, tolerance: number): number {
  const least = new Float64Array(curves.length).fill(-Infinity);
  const most = new Float64Array(curves.length).fill(Infinity);
  let reached = key + 1;
  for (let frame = key + 1; frame <= last; frame++) {
    let straight = true;
    for (let i = 0; i < curves.length; i++) {
      const rise = curves[i]![frame]! - curves[i]![key]!;
      const run = frame - key;
      const slope = rise / run;
      if (slope < least[i]! || slope > most[i]!) straight = false;
      least[i] = Math.max(least[i]!, (rise - tolerance) / run);
      most[i] = Math.min(most[i]!, (rise + tolerance) / run);
      if (least[i]! > most[i]!) return reached;
    }
    if (straight) reached = frame;
  }
  return reached;
}
