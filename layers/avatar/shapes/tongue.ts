/** How far the tongue's tip comes out, and how far it hangs, metres. */
const OUT = 0.034;
const HANG = 0.006;

/**
 * The tongue put out: it stretches from its root, the tip hanging over the lip.
 *
 * @param positions The tongue's vertices, 3 each.
 */
export function tongueOut(positions: Float32Array): Float32Array {
  let [root, tip] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 2; at < positions.length; at += 3) {
    root = Math.min(root, positions[at]!);
    tip = Math.max(tip, positions[at]!);
  }
  return positions.map((_value, i) => {
    const along = (positions[i - (i % 3) + 2]! - root) / (tip - root);
    const out = along ** 1.4;
    if (i % 3 === 0) return -0.12 * out * positions[i]!;
    return i % 3 === 1 ? HANG * (Math.sin(Math.PI * out) * 0.4 - out ** 3) : OUT * out;
  });
}
