import { noise } from '../../textures/noise.ts';
import type { Corner } from '../fine-hair.ts';
import { add, cross, dot, normalize, scale, smoothStep, subtract, type Vector } from '../mesh/index.ts';
import { type HeadFrame, toStyle } from './hairline.ts';
import type { Cut, Growing } from './style.ts';
import { KINDS } from './style.ts';
import type { Nearest } from './surface.ts';

/** Width of the edge where hair grows on cards with few strands, in meters, and the first kind of these cards. */
const EDGE = 0.011;
const EDGE_KIND = 6;
/** Minimum distance from the hairline for the densest cards, in meters. */
const INNER = 0.024;
/** First kind of card with few strands, and the width factor for these cards. */
export const SPARSE = 6;
const SPARSE_WIDTH = 0.45;
/** Height factor for single strands, which stay closer to the head than the outermost cards. */
const SINGLE = 0.6;
/** Depth of the innermost cards below the outermost, in meters, and the fraction of it that keeps the hair outline closed. */
const DEPTH = { most: 0.0018, share: 0.5 } as const;
/** How far below the skin roots are, and the distance over which a strand rises to its layer, in meters. */
const SKIN_GAP = 0.0015;
const RISING = 0.02;
/** Hair height at the temples relative to the crown, and the range of heights above the eyes over which it changes, in meters. */
const FLAT = { share: 0.35, below: 0, above: 0.075 } as const;
/** Maximum darkening of a lock, and the size of locks, in meters. */
const TONES = { lock: 0.26, size: 0.014 } as const;
/** Maximum depth of a card below the skin for its hair to count as beginning above the skin, in meters. */
const RAISED = -0.002;
/** Minimum height of hair above the skin away from its root, in meters. Cards are flat, and skin is not. */
const ON_SKIN = 0.0015;
/** How far hair may rise above its layer before it is pulled toward the head, in meters. */
const LOOSE = 0.002;
/** Range of heights relative to the eyes over which hair stops being pulled toward the head, in meters. */
const HANGS = { from: 0.02, to: -0.03 } as const;
/** Minimum number of points in a strand that ends before bare skin. */
const MIN_POINTS = 3;
/** Maximum step along a strand, in meters (less than the surface sample spacing), and minimum number of steps. */
const LONGEST_STEP = 0.006;
const MIN_STEPS = 6;
/** Distance from the root over which stray hairs join their neighbors, in meters. */
const JOINS = 0.06;
/** Minimum `hug` for hair that never leaves the head. */
const HUGS = 0.5;
/** Minimum upward component of the surface normal, and maximum height in meters, for hair to end on the shoulders. */
const LEVEL = 0.45;
const SHOULDERS = -0.12;
/** Range of random rotation of cards about their strands, in radians. */
const TWIST = 0.35;
/** Distances over which strands fade in: inside the hair, next to a parting, and at the hairline, in meters, up to a fraction of a card. */
const ROOT = { soft: 0.015, sharp: 0.004, edge: 0.03, most: 0.35 } as const;

export interface Card {
  corner: Corner;
  points: Vector[];
  normals: Vector[];
  /** Distance of each point from the root, measured along the strand, in meters. */
  gone: number[];
  layer: number;
  length: number;
  width: number;
  kind: number;
  mirrored: boolean;
  twist: number;
  /** Amount of light that the card receives, 0..1. It differs between locks. */
  tone: number;
  /** Distance over which the strands fade in at the root, in meters. */
  root: number;
  /** True if the strand ends where skin must stay bare, which makes it too short for a card. */
  short: boolean;
  /** True if the strand begins above the skin, at the crown. */
  raised: boolean;
  /** How sharply the strands begin, 0..1. Next to a parting, hair grows from a single line. */
  sharp: number;
  /** How far the root is from the hairline, 0..1. Roots at the edge are not shaded by hair in front of them. */
  deep: number;
}

/** Traces a card from its root. It is combed, droops under its weight, and rests on the surface below. */
export function traceCard(
  place: Vector,
  corner: Corner,
  normal: Vector,
  growing: Growing,
  cut: Cut,
  frame: HeadFrame,
  near: (place: Vector) => Nearest | undefined,
  random: (seed: number) => number,
): Card | undefined {
  const { size } = frame;
  const layer = random(1);
  const astray = cut.stray * (2 * random(2) - 1);
  const combAt = (at: Vector, n: Vector, off: number): Vector => {
    const to = normalize(cut.comb(toStyle(frame, at), random));
    return normalize(add(scale(to, Math.cos(off)), scale(cross(n, to), Math.sin(off))));
  };
  // Hair that begins above the skin is flat, because single strands and lifted cards would stick out of the silhouette of the head.
  const raised = (growing.sunk ?? 0) < RAISED;
  const lift = raised ? 0 : growing.lift * (0.7 + 0.6 * random(3));
  const to = combAt(place, normal, astray);
  const flat = normalize(subtract(to, scale(normal, dot(to, normal))));
  let along = normalize(add(scale(flat, Math.cos(lift)), scale(normal, Math.sin(lift))));
  const gap = SKIN_GAP - (growing.sunk ?? 0) * size;
  let [at, out] = [add(add(place, scale(normal, gap)), scale(flat, -(growing.before ?? 0) * size)), normal];
  const length = growing.length * size * (0.85 + 0.3 * random(4));
  const cutAt = cut.cutAt?.(toStyle(frame, place), random);
  // Below the ears, hair hangs freely.
  const onHead = (at: Vector): number => smoothStep(HANGS.to, HANGS.from, toStyle(frame, at)[1]);
  const chosen =
    random(9) > smoothStep(0, EDGE, growing.inside)
      ? EDGE_KIND + Math.floor((KINDS - EDGE_KIND) * random(20))
      : Math.max(cut.kindOf(layer, random), random(21) > smoothStep(EDGE, INNER, growing.inside) ? 3 + Math.floor(3 * random(22)) : 0);
  const kind = raised ? Math.min(chosen, SPARSE - 1) : chosen;
  // Otherwise, single strands would sink into the skin in places.
  const onSkin = (kind < SPARSE ? 1 : 2) * ON_SKIN;
  let facing = normal;
  const [points, normals, distances] = [[at], [facing], [0]];
  let gone = 0;
  let resting = false;
  let ends = false;
  const isCut = (): boolean => resting || (cutAt !== undefined && gone > 0 && toStyle(frame, at)[1] < cutAt);
  const steps = Math.max(MIN_STEPS, Math.ceil(length / LONGEST_STEP));
  const step = length / steps;
  for (let s = 0; s < steps && !isCut(); s++) {
    const keep = Math.min(1, cut.keep(gone / length) * step);
    const wanted = keep > 0 ? combAt(at, out, astray * smoothStep(JOINS * size, 0, gone)) : along;
    along = normalize(add(add(scale(along, 1 - keep), scale(wanted, keep)), [0, -growing.weight * step, 0]));
    let next = add(at, scale(along, step));
    gone += step;
    const below = near(next);
    // Long strands that leave the head would stick out like straws.
    if (!below && cut.hug > HUGS && onHead(next) === 1) return undefined;
    if (below) {
      out = below.normal;
      const risen =
        growing.rise *
        size *
        (1 - Math.min(DEPTH.share, (cut.depth ?? DEPTH.most) / growing.rise) * (1 - (kind < SPARSE ? layer : SINGLE * layer))) *
        smoothStep(0, RISING * size, gone) *
        (FLAT.share + (1 - FLAT.share) * smoothStep(FLAT.below, FLAT.above, toStyle(frame, next)[1]));
      const height = gap + onSkin * smoothStep(0, 0.006, gone) + risen;
      const beyond = below.height - height;
      resting = !cut.drapes && beyond < 0 && out[1] > LEVEL && toStyle(frame, next)[1] < SHOULDERS;
      if (beyond < 0) next = subtract(next, scale(out, beyond));
      else next = subtract(next, scale(out, Math.max(0, beyond - LOOSE * size) * cut.hug * onHead(next)));
    }
    along = normalize(subtract(next, at));
    at = next;
    if (cut.bare?.(toStyle(frame, at))) {
      ends = true;
      break;
    }
    points.push(at);
    facing = normalize(add(scale(facing, 1 - TURNS), scale(out, TURNS)));
    normals.push(facing);
    distances.push(gone);
  }
  if (ends && points.length < MIN_POINTS) return undefined;
  const soft = ROOT.edge + (ROOT.soft - ROOT.edge) * smoothStep(0, EDGE, growing.inside);
  const root = Math.min((soft + (ROOT.sharp - soft) * (growing.sharp ?? 0)) * size, ROOT.most * gone);
  const smoothed = smooth(points);
  return {
    corner,
    layer,
    kind,
    length: gone,
    points: smoothed,
    normals: smooth(normals),
    gone: distances,
    width: cut.width * size * (growing.width ?? 1) * (0.75 + 0.5 * random(6)) * (kind < SPARSE ? 1.3 - 0.3 * layer : SPARSE_WIDTH),
    mirrored: random(7) < 0.5,
    twist: TWIST * (random(8) - 0.5),
    tone: 1 - TONES.lock * noise((place[0] + 1) / TONES.size, (place[2] + 1) / TONES.size, 4096, 57),
    root,
    raised,
    sharp: growing.sharp ?? 0,
    short: ends,
    deep: smoothStep(0, EDGE, growing.inside),
  };
}

/** How much hair turns in each step to face the same way as the surface below it. */
const TURNS = 0.15;
/** Number of smoothing passes. Without them, the outline of an ear would show through strands that lie on it. */
const SMOOTHING = 5;

/** Smooths values along a strand except at its ends. Without smoothing, strands that rest on a sampled surface would have corners. */
function smooth(values: readonly Vector[]): Vector[] {
  let smoothed = [...values];
  for (let pass = 0; pass < SMOOTHING; pass++)
    smoothed = smoothed.map((value, k) =>
      k === 0 || k === values.length - 1 ? value : add(scale(value, 0.5), scale(add(smoothed[k - 1]!, smoothed[k + 1]!), 0.25)),
    );
  return smoothed;
}
