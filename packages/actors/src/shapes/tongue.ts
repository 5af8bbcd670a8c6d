import type { Corrective } from '@talking-avatar/avatar/model';
import { bell, interpolate, smoothStep } from '../geometry/mesh/index.ts';

/** A point in the median plane, in meters. */
export interface MedianPoint {
  y: number;
  z: number;
}

/** Obstacles that the tongue passes on its way out of the mouth. */
export interface MouthLandmarks {
  /** Edge of the lower incisors, and the highest point of the lower lip in front of them. */
  incisors: MedianPoint;
  lip: MedianPoint;
}

/**
 * Halfway out, the tongue has risen and flattened more than it has moved forward, because a straight path would cut through the lower
 * teeth. `HALFWAY` has the fractions of the sideways, upward, and forward motion to add.
 */
const TONGUE_HALFWAY = { name: 'tongueOut_halfway', shapes: ['tongueOut'], without: ['tongueOut'] } as const;
/** How much of these shapes to cancel, because an extended tongue does not rise to the upper teeth or the palate. */
const UNDONE = { tongueTipUp: 1.4, tongueBackUp: 1 } as const;
/**
 * In an open mouth, the tongue rests on the floor of the mouth, behind the lower teeth, unless it is extended or raised. Jaw motion alone
 * would tip the back of the tongue into the opening. `tongueOut` counts twice, because a half-extended tongue already rests on the lip.
 */
const TONGUE_LOW = {
  name: 'jawOpen_tongueLow',
  shapes: ['jawOpen'],
  without: ['tongueOut', 'tongueOut', 'tongueTipUp', 'tongueBackUp'],
} as const;
export const TONGUE_CORRECTIVES: readonly Corrective[] = [
  TONGUE_HALFWAY,
  TONGUE_LOW,
  ...Object.keys(UNDONE).map((name) => ({ name: `tongueOut_${name}`, shapes: ['tongueOut', name] })),
];
const HALFWAY = [1, 0.65, -0.6] as const;
/** How far the tip is in front of the lower lip edge when the tongue is out, in meters. */
const TIP_IN_FRONT = 0.011;
/** Height of the middle of an extended tongue above the incisors, above the lip, and at the tip, in meters. */
const OVER_INCISORS = 0.0005;
const OVER_LIP = 0.0025;
const OVER_TIP = 0.0021;
/** How much flatter and narrower the front of an extended tongue is, as fractions. */
const FLATTER = 0.88;
const NARROWER = 0.06;
/** How far the sides of the front, `aside` from the middle, lag behind, in meters. This rounds the tip. */
const ROUNDED = { by: 0.006, aside: 0.0095 };
/** Distances behind the resting tip, in meters. Up to `to`, the tongue extends fully. Past `from`, it stays on the floor of the mouth. */
const FRONT = { from: 0.045, to: 0.012 };
/** How far the middle of the tip rises to the upper teeth, and the distance from the middle where the tip stays down, in meters. */
const TIP_UP = 0.0068;
const TIP_ASIDE = 0.0135;
/** Fraction of that rise applied to the underside, which stays on the floor of the mouth. */
const UNDERSIDE = { share: 0.3, from: -0.0015, to: 0.001 };
/** How far the back rises to the palate, in meters. */
const BACK_UP = 0.007;
/**
 * When the mouth is open the widest, the tongue lowers at its back (`body`) and tip, and moves back by `back` meters. More than
 * `underside` below the middle of its thickness, it only lowers by a fraction, `share`. Its sides lower by an additional `sides` at `aside`
 * from the middle, and its furrow rises by `furrow` out to `within`, which rounds its cross section. It gets narrower to clear the lower
 * molars, by the fraction `narrower`.
 */
const LOW = {
  body: 0.018,
  tip: 0.009,
  back: 0.007,
  share: 0.3,
  underside: 0.006,
  sides: 0.012,
  aside: 0.017,
  furrow: 0.0028,
  within: 0.007,
  narrower: 0.16,
} as const;
/** Distances behind the tip, in meters. Up to `from`, the tongue lowers as much as the tip; past `to`, as much as the back. */
const LOW_FRONT = { from: 0.002, to: 0.022 } as const;

/**
 * Builds the tongue shapes: extended (ARKit's tongueOut), tip behind the upper teeth (as in l and t), and back at the palate (as in k). An
 * extended tongue goes between the teeth and over the lower lip, which move with the jaw, so the shape is the same for every jaw opening.
 */
export function tongueShapes(positions: Float32Array, { incisors, lip }: MouthLandmarks): Map<string, Float32Array> {
  let [root, tip] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 2; at < positions.length; at += 3) {
    root = Math.min(root, positions[at]!);
    tip = Math.max(tip, positions[at]!);
  }
  /** Creates a shape from the position of each vertex between the root (0) and the tip (1). */
  const along = (move: (share: number, x: number, y: number, z: number) => readonly [number, number, number]): Float32Array => {
    const field = new Float32Array(positions.length);
    for (let at = 0; at < positions.length; at += 3) {
      const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
      field.set(move((z - root) / (tip - root), x, y, z), at);
    }
    return field;
  };
  const end = lip.z + TIP_IN_FRONT;
  const middle = middleOf(positions);
  const path = [
    [incisors.z - FRONT.from, middle(incisors.z - FRONT.from)],
    [incisors.z, incisors.y + OVER_INCISORS],
    [lip.z, lip.y + OVER_LIP],
    [end, lip.y + OVER_TIP],
  ] as const;
  const [places, heights] = [path.map(([z]) => z), path.map(([, y]) => y)];
  const out = along((share, x, y, z) => {
    const front = smoothStep(tip - FRONT.from, tip - FRONT.to, z);
    const forward = share ** 1.4 * (end - tip) - front * ROUNDED.by * Math.min(1, (x / ROUNDED.aside) ** 2);
    const height = (y - middle(z)) * (1 - FLATTER * front);
    return [-NARROWER * front * x, front * (interpolate(places, heights, z + forward) + height - y), forward];
  });
  const raised = new Map([
    [
      'tongueTipUp',
      along((share, x, y, z) => {
        const above = UNDERSIDE.share + (1 - UNDERSIDE.share) * smoothStep(UNDERSIDE.from, UNDERSIDE.to, y - middle(z));
        return [0, TIP_UP * share ** 3 * bell(x, TIP_ASIDE) * above, 0.002 * share ** 3];
      }),
    ],
    ['tongueBackUp', along((share) => [0, BACK_UP * Math.sin(Math.PI * Math.min(1, share * 1.3)) ** 2, -0.002 * share])],
  ]);
  const low = along((_share, x, y, z) => {
    const above = y - middle(z);
    const sunk = LOW.tip + (LOW.body - LOW.tip) * smoothStep(LOW_FRONT.from, LOW_FRONT.to, tip - z);
    const top = smoothStep(-LOW.underside, LOW.underside, above);
    const round = LOW.furrow * bell(x, LOW.within) - LOW.sides * Math.min(1, (x / LOW.aside) ** 2);
    return [-LOW.narrower * x, top * round - sunk * (LOW.share + (1 - LOW.share) * top), -LOW.back];
  });
  return new Map([
    ['tongueOut', out],
    [TONGUE_LOW.name, low],
    [TONGUE_HALFWAY.name, out.map((value, i) => value * HALFWAY[i % 3]!)],
    ...raised,
    ...Object.entries(UNDONE).map(([name, share]) => [`tongueOut_${name}`, raised.get(name)!.map((value) => -share * value)] as const),
  ]);
}

/** Maximum distances, in depth and from the middle, of the vertices that determine the height, in meters. */
const DEPTH_RANGE = 0.0025;
const HALF_WIDTH = 0.008;
/** Minimum number of vertices needed to determine the height. */
const MIN_VERTICES = 4;

/** Returns a function for the height of the middle of the tongue by depth. @throws RangeError if there are too few vertices there */
function middleOf(positions: Float32Array): (z: number) => number {
  const inner = Array.from({ length: positions.length / 3 }, (_, v) => 3 * v).filter((at) => Math.abs(positions[at]!) < HALF_WIDTH);
  if (inner.length < MIN_VERTICES) {
    throw new RangeError(`A tongue needs ${MIN_VERTICES} vertices within ${HALF_WIDTH * 1000} mm of its middle, got ${inner.length}`);
  }
  return (z) => {
    for (let reach = DEPTH_RANGE; ; reach *= 1.5) {
      const heights = inner.flatMap((at) => (Math.abs(positions[at + 2]! - z) < reach ? [positions[at + 1]!] : []));
      if (heights.length >= MIN_VERTICES) return (Math.min(...heights) + Math.max(...heights)) / 2;
    }
  };
}
