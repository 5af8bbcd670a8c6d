/** How far the tongue's tip comes out, how far it rises on its way over the lower lip, and how far it hangs, metres. */
const OUT = 0.034;
const RISE = 0.0085;
const HANG = 0.009;
/** How far the tip rises to the upper teeth and the back to the palate, metres. */
const TIP_UP = 0.008;
const BACK_UP = 0.007;

/**
 * Shapes that only the tongue has: put out (ARKit's), the tip behind the upper teeth as for l and t, the back at the palate as
 * for k.
 *
 * @param positions The tongue's vertices, 3 each.
 */
export function tongueShapes(positions: Float32Array): Map<string, Float32Array> {
  let [root, tip] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 2; at < positions.length; at += 3) {
    root = Math.min(root, positions[at]!);
    tip = Math.max(tip, positions[at]!);
  }
  /** A shape from each vertex's place between root, 0, and tip, 1. */
  const along = (move: (share: number, x: number) => readonly [number, number, number]): Float32Array => {
    const field = new Float32Array(positions.length);
    for (let at = 0; at < positions.length; at += 3)
      field.set(move((positions[at + 2]! - root) / (tip - root), positions[at]!), at);
    return field;
  };
  return new Map([
    [
      'tongueOut',
      along((share, x) => {
        const out = share ** 1.4;
        return [-0.12 * out * x, RISE * Math.sin(Math.PI * out) - HANG * out ** 3, OUT * out];
      }),
    ],
    ['tongueTipUp', along((share) => [0, TIP_UP * share ** 3, 0.002 * share ** 3])],
    [
      'tongueBackUp',
      along((share) => [0, BACK_UP * Math.sin(Math.PI * Math.min(1, share * 1.3)) ** 2, -0.002 * share]),
    ],
  ]);
}
