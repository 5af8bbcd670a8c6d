import { noise } from '../../textures/noise.ts';
import type { Corner } from '../fine-hair.ts';
import { add, cross, dot, normalize, scale, smoothStep, subtract, type Vector } from '../mesh/index.ts';
import { type HeadFrame, toStyle } from './hairline.ts';
import type { Cut, Growing } from './style.ts';
import { KINDS } from './style.ts';
import type { Nearest } from './surface.ts';

/** Width of the edge at which hair grows in cards of few strands, metres, and the first of their kinds. */
const EDGE = 0.011;
const EDGE_KIND = 6;
/** Distance from the hairline from which hair may grow in the densest cards, metres. */
const INNER = 0.024;
/** First of the kinds with few strands, and the factor for the width of their cards. */
const SPARSE = 6;
const SPARSE_WIDTH = 0.45;
/** Single strands keep closer to the head than the outermost cards: factor for their height. */
const SINGLE = 0.75;
/** Height of the skin over roots, and how long a strand takes to rise to its layer, metres. */
const SKIN_GAP = 0.0015;
const RISING = 0.02;
/** Hair stands highest on the crown: share of its height that it has at the temples, and heights above the eyes, metres. */
const FLAT = { share: 0.35, below: 0, above: 0.075 } as const;
/** How much darker locks and single cards may be, and the size of such locks, metres. */
const TONES = { lock: 0.26, card: 0.16, size: 0.011 } as const;
/** Least height of hair over skin, away from its root: cards are flat, the skin is not; metres. */
const ON_SKIN = 0.0015;
/** Exponent by which stretches get longer to the tip. */
export const SHORTER = 1.5;
/** Height above its layer from which hair is drawn to the head, metres. */
const LOOSE = 0.002;
/** Heights above the eyes between which hair stops being drawn to the head, metres. */
const HANGS = { from: 0.02, to: -0.03 } as const;
/** Longest step along a strand: shorter than what is found of the surface, metres. */
const LONGEST_STEP = 0.008;
/** Distance from the root over which strays join their neighbours, and the size of a lock, metres. */
const JOINS = 0.06;
const LOCK = 0.03;
/** Least hug of hair that never leaves the head. */
const HUGS = 0.5;
/** Hair ends on shoulders: upward part of the normal of what it lies on, and height above the eyes, metres. */
const LEVEL = 0.45;
const SHOULDERS = -0.12;
/** Range of the turn of cards about their strands, radians. */
const TWIST = 0.35;
/** Distance from the root over which strands fade in, metres, and at most this share of a card. */
const ROOT = { soft: 0.014, sharp: 0.004, most: 0.3 } as const;

/** A card that follows a strand. */
export interface Card {
  corner: Corner;
  points: Vector[];
  normals: Vector[];
  layer: number;
  length: number;
  width: number;
  kind: number;
  mirrored: boolean;
  twist: number;
  /** Light that it gets, 0..1: locks differ. */
  tone: number;
  /** Distance over which its strands fade in at the root, metres. */
  root: number;
}

/** Traces a card from its root: combed, sinking by its weight, lying on what is below it. */
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
  const lift = growing.lift * (0.7 + 0.6 * random(3));
  const to = combAt(place, normal, astray);
  const flat = normalize(subtract(to, scale(normal, dot(to, normal))));
  let along = normalize(add(scale(flat, Math.cos(lift)), scale(normal, Math.sin(lift))));
  const gap = SKIN_GAP - (growing.sunk ?? 0) * size;
  let [at, out] = [add(add(place, scale(normal, gap)), scale(flat, -(growing.before ?? 0) * size)), normal];
  const length = growing.length * size * (0.85 + 0.3 * random(4));
  const cutAt = cut.cutAt?.(toStyle(frame, place), random);
  // Below the ears hair hangs free.
  const onHead = (at: Vector): number => smoothStep(HANGS.to, HANGS.from, toStyle(frame, at)[1]);
  const kind =
    random(9) > smoothStep(0, EDGE, growing.inside)
      ? EDGE_KIND + Math.floor((KINDS - EDGE_KIND) * random(20))
      : Math.max(
          cut.kindOf(layer, random),
          random(21) > smoothStep(EDGE, INNER, growing.inside) ? 3 + Math.floor(3 * random(22)) : 0,
        );
  // Single strands would sink into the skin in places.
  const onSkin = (kind < SPARSE ? 1 : 2) * ON_SKIN;
  const [points, normals] = [[at], [out]];
  let gone = 0;
  // Waves of neighbours lie together.
  const phase = 6.28 * noise((place[0] + 1) / LOCK, (place[2] + 1) / LOCK, 4096, 56) + 0.8 * random(5);
  let resting = false;
  const isCut = (): boolean => resting || (cutAt !== undefined && gone > 0 && toStyle(frame, at)[1] < cutAt);
  for (let k = 1; k <= cut.stretches && !isCut(); k++) {
    // Short stretches at the root follow the curved head.
    const stretch = length * ((k / cut.stretches) ** SHORTER - ((k - 1) / cut.stretches) ** SHORTER);
    const steps = Math.ceil(stretch / LONGEST_STEP);
    const step = stretch / steps;
    for (let s = 0; s < steps && !isCut(); s++) {
      const keep = Math.min(1, cut.keep(gone / length) * step);
      const wanted = keep > 0 ? combAt(at, out, astray * smoothStep(JOINS * size, 0, gone)) : along;
      along = normalize(add(add(scale(along, 1 - keep), scale(wanted, keep)), [0, -growing.weight * step, 0]));
      if (cut.wave) {
        const turn = (cut.wave.size / cut.wave.length) * Math.sin(phase + (6.28 * gone) / (cut.wave.length * size));
        along = normalize(add(along, scale(normalize(cross(out, along)), turn)));
      }
      let next = add(at, scale(along, step));
      gone += step;
      const below = near(next);
      // Long strands that leave the head would stand off like straws.
      if (!below && cut.hug > HUGS && onHead(next) === 1) return undefined;
      if (below) {
        out = below.normal;
        const risen =
          growing.rise *
          size *
          (0.15 + 0.85 * (kind < SPARSE ? layer : SINGLE * layer)) *
          smoothStep(0, RISING * size, gone) *
          (FLAT.share + (1 - FLAT.share) * smoothStep(FLAT.below, FLAT.above, toStyle(frame, next)[1]));
        const height = gap + onSkin * smoothStep(0, 0.006, gone) + risen;
        const beyond = below.height - height;
        resting = beyond < 0 && out[1] > LEVEL && toStyle(frame, next)[1] < SHOULDERS;
        if (beyond < 0) next = subtract(next, scale(out, beyond));
        else next = subtract(next, scale(out, Math.max(0, beyond - LOOSE * size) * cut.hug * onHead(next)));
      }
      along = normalize(subtract(next, at));
      at = next;
    }
    if (cut.bare?.(toStyle(frame, at))) return undefined;
    points.push(at);
    normals.push(out);
  }
  return {
    ...{ corner, points: smooth(points), normals: smooth(normals), layer, kind, length: gone },
    width:
      cut.width *
      size *
      (growing.width ?? 1) *
      (0.75 + 0.5 * random(6)) *
      (kind < SPARSE ? 1.3 - 0.3 * layer : SPARSE_WIDTH),
    mirrored: random(7) < 0.5,
    twist: TWIST * (random(8) - 0.5),
    tone:
      1 -
      TONES.lock * noise((place[0] + 1) / TONES.size, (place[2] + 1) / TONES.size, 4096, 57) -
      TONES.card * random(23),
    root: Math.min((ROOT.soft + (ROOT.sharp - ROOT.soft) * (growing.sharp ?? 0)) * size, ROOT.most * gone),
  };
}

/** Smooths what is along a strand; its ends stay. Strands of coarse steps on a sampled surface would have corners. */
const smooth = (values: readonly Vector[]): Vector[] =>
  values.map((value, k) =>
    k === 0 || k === values.length - 1
      ? value
      : add(scale(value, 0.5), scale(add(values[k - 1]!, values[k + 1]!), 0.25)),
  );
