import { bell, interpolate, smoothStep } from '../geometry/mesh/index.ts';

/** A place in the middle plane, metres. */
export interface Edge {
  y: number;
  z: number;
}

/** What the tongue passes on its way out. */
export interface Mouth {
  /** The edge of the lower incisors, and the highest of the lower lip before them. */
  incisors: Edge;
  lip: Edge;
}

/** How far the tip lies before the lower lip's edge when the tongue is out, metres. */
const BEFORE_LIP = 0.011;
/** The middle of the tongue over the incisors and over the lip, and of its tip, when it is out, metres. */
const OVER_INCISORS = 0.0005;
const OVER_LIP = 0.0009;
const OVER_TIP = 0.0007;
/** How much flatter and narrower its front is then. */
const FLATTER = 0.79;
const NARROWER = 0.06;
/** How far the sides of its front stay behind the middle, which makes the tip round, metres; its sides are so far from the middle. */
const ROUNDED = { by: 0.006, aside: 0.0095 };
/** What is so far behind the tip at rest goes out whole, and what is so far behind stays on the floor of the mouth, metres. */
const FRONT = { from: 0.045, to: 0.012 };
/** How far the middle of the tip rises to the upper teeth, and the back to the palate, metres; so far aside the tip stays down. */
const TIP_UP = 0.0068;
const TIP_ASIDE = 0.0135;
/** How much of it its underside rises, which stays in the floor of the mouth. */
const UNDERSIDE = { share: 0.3, from: -0.0015, to: 0.001 };
const BACK_UP = 0.007;

/**
 * Shapes that only the tongue has: put out (ARKit's), the tip behind the upper teeth as for l and t, the back at the palate as
 * for k.
 *
 * The tongue goes out between the rows of teeth and over the lower lip, seen from the jaw, on which all of these ride: so it
 * does at each opening.
 *
 * @param positions The tongue's vertices, 3 each.
 */
export function tongueShapes(positions: Float32Array, { incisors, lip }: Mouth): Map<string, Float32Array> {
  let [root, tip] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 2; at < positions.length; at += 3) {
    root = Math.min(root, positions[at]!);
    tip = Math.max(tip, positions[at]!);
  }
  /** A shape from each vertex's place between root, 0, and tip, 1. */
  const along = (
    move: (share: number, x: number, y: number, z: number) => readonly [number, number, number],
  ): Float32Array => {
    const field = new Float32Array(positions.length);
    for (let at = 0; at < positions.length; at += 3) {
      const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
      field.set(move((z - root) / (tip - root), x, y, z), at);
    }
    return field;
  };
  const end = lip.z + BEFORE_LIP;
  const middle = middleOf(positions);
  const way = [
    [incisors.z - FRONT.from, middle(incisors.z - FRONT.from)],
    [incisors.z, incisors.y + OVER_INCISORS],
    [lip.z, lip.y + OVER_LIP],
    [end, lip.y + OVER_TIP],
  ] as const;
  const [places, heights] = [way.map(([z]) => z), way.map(([, y]) => y)];
  return new Map([
    [
      'tongueOut',
      along((share, x, y, z) => {
        const front = smoothStep(tip - FRONT.from, tip - FRONT.to, z);
        const out = share ** 1.4 * (end - tip) - front * ROUNDED.by * Math.min(1, (x / ROUNDED.aside) ** 2);
        const height = (y - middle(z)) * (1 - FLATTER * front);
        return [-NARROWER * front * x, front * (interpolate(places, heights, z + out) + height - y), out];
      }),
    ],
    [
      'tongueTipUp',
      along((share, x, y, z) => {
        const above = UNDERSIDE.share + (1 - UNDERSIDE.share) * smoothStep(UNDERSIDE.from, UNDERSIDE.to, y - middle(z));
        return [0, TIP_UP * share ** 3 * bell(x, TIP_ASIDE) * above, 0.002 * share ** 3];
      }),
    ],
    [
      'tongueBackUp',
      along((share) => [0, BACK_UP * Math.sin(Math.PI * Math.min(1, share * 1.3)) ** 2, -0.002 * share]),
    ],
  ]);
}

/** Vertices within so much of a depth, and of the middle of the tongue, tell how high it is there, metres. */
const ABOUT = 0.0025;
const INNER = 0.008;

/** So many vertices tell how high it is. */
const ENOUGH = 4;

/**
 * The height of the middle of a tongue at a depth.
 *
 * @throws RangeError where there are no vertices in its middle
 */
export function middleOf(positions: Float32Array): (z: number) => number {
  const inner = Array.from({ length: positions.length / 3 }, (_, v) => 3 * v).filter(
    (at) => Math.abs(positions[at]!) < INNER,
  );
  if (inner.length < ENOUGH) {
    throw new RangeError(
      `A tongue needs ${ENOUGH} vertices within ${INNER * 1000} mm of its middle: ${inner.length} are`,
    );
  }
  return (z) => {
    for (let reach = ABOUT; ; reach *= 1.5) {
      const heights = inner.flatMap((at) => (Math.abs(positions[at + 2]! - z) < reach ? [positions[at + 1]!] : []));
      if (heights.length >= ENOUGH) return (Math.min(...heights) + Math.max(...heights)) / 2;
    }
  };
}
