import type { Material, Part } from '../../../../layers/avatar/model/index.ts';
import { hash, noise } from '../../textures/noise.ts';
import { type Corner, carryMorphs, listRoots, meanAt } from '../fine-hair.ts';
import { add, cross, dot, normalize, scale, smoothStep, subtract, type Vector } from '../mesh/index.ts';
import { type HeadFrame, toStyle } from './hairline.ts';
import type { Nearest } from './surface.ts';

/** How a strand grows from its root. Lengths are metres at a head of normal size. */
export interface Growing {
  length: number;
  /** Angle between the strand and the skin at its root, radians. */
  lift: number;
  /** How fast it sinks: turns per metre towards the ground. */
  weight: number;
  /** Height above the skin that it rises to, at most. */
  rise: number;
  /** How deep its card is sunk into the skin, metres; none by default. */
  sunk?: number;
  /** Factor for the width of its card; 1 by default. */
  width?: number;
  /** Distance inside of the hairline, metres: cards of few strands grow at the edge. */
  inside: number;
  /** How sharply strands begin, 0..1: those beside a parting lie on top of each other there. */
  sharp?: number;
}

/** A style of hair; places are in the units of styles. */
export interface Cut {
  /** What grows at a root; undefined for nothing. `random` is 0..1 by seed, the same for a root each time. */
  growAt(place: Vector, random: (seed: number) => number): Growing | undefined;
  /** Where hair is combed to at a place, of any length. */
  comb(place: Vector, random: (seed: number) => number): Vector;
  /** How strongly strands keep to the comb at a share of their length, turns per metre. */
  keep(share: number): number;
  /** How strongly hair is drawn to its layer, 0..1. */
  hug: number;
  /** Height below which hair is cut off; none by default. */
  cutAt?(place: Vector, random: (seed: number) => number): number;
  /** Skin that no hair lies on. */
  bare?(place: Vector): boolean;
  /** Amplitude and length of waves, metres. */
  wave?: { size: number; length: number };
  /** Distance between roots, width of a card, metres; number of stretches from root to tip. */
  spacing: number;
  width: number;
  stretches: number;
  /** Largest random angle off the comb, radians. */
  stray: number;
  /** Kind of a card's texture by its layer, 0 innermost..1 outermost. */
  kindOf(layer: number, random: (seed: number) => number): number;
}

/** A style with its hairline. */
export interface Style extends Cut {
  /** Density of hair on the skin at a place, 0..1. */
  density(place: Vector): number;
}

/** Kinds of cards in a texture, side by side. */
export const KINDS = 8;
/** Width of the edge at which hair grows in cards of few strands, metres, and the first of their kinds. */
const EDGE = 0.008;
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
/** Least height of hair over skin, away from its root: cards are flat, the skin is not; metres. */
const ON_SKIN = 0.0015;
/** Exponent by which stretches get longer to the tip. */
const SHORTER = 1.5;
/** Distance from the root at which a card has its full width, metres. */
const WIDE_FROM = 0.008;
/** Height above its layer from which hair is drawn to the head, metres. */
const LOOSE = 0.002;
/** Heights above the eyes between which hair stops being drawn to the head, metres. */
const HANGS = { from: 0.02, to: -0.03 } as const;
/** Longest step along a strand: shorter than what is found of the surface, metres. */
const LONGEST_STEP = 0.008;
/** Occlusion at roots and within hair. */
const ROOT_LIGHT = 0.5;
const INNER_LIGHT = 0.5;
const INNER_BEARD_LIGHT = 0.8;
/** Distance from the root over which hair gets its full light, metres. */
const LIT_FROM = 0.03;
/** Share of the normals of a sphere about the head in those of hair: cards are then lit as one volume. */
const SPHERICAL = 0.75;

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

/** Distance from the root over which strands fade in, metres, at most this share of a card, and its share of the texture. */
const ROOT = { soft: 0.014, sharp: 0.004, most: 0.3, rows: 0.22 } as const;

/** Height in the texture of a place at a distance from the root of a card. */
const rowOf = (gone: number, { root, length }: Card): number =>
  gone < root ? (ROOT.rows * gone) / root : ROOT.rows + ((1 - ROOT.rows) * (gone - root)) / (length - root);

interface Card {
  corner: Corner;
  points: Vector[];
  normals: Vector[];
  layer: number;
  length: number;
  width: number;
  kind: number;
  mirrored: boolean;
  twist: number;
  /** Distance over which its strands fade in at the root, metres. */
  root: number;
}

/**
 * Grows hair as cards that follow strands: each is combed, sinks by its weight and lies on what is below it.
 *
 * @param host skin that the hair grows on
 * @param near finds the surface that it lies on
 * @param carried moves with the shapes of the host, as beards do; other hair is bound to the head
 */
export function groomHair(
  name: string,
  host: Part,
  cut: Cut,
  frame: HeadFrame,
  near: (place: Vector) => Nearest | undefined,
  {
    material,
    carried,
    bind,
  }: { material: Material; carried: boolean; bind: (place: Vector) => readonly [number, number][] },
): Part {
  const { size } = frame;
  const roots = spreadRoots(listRoots(host, 0.6 * cut.spacing * size), cut.spacing * size);
  const cards = roots.flatMap(({ place, corner }, number) => {
    const random = (seed: number): number => hash(number, seed, 81);
    const growing = cut.growAt(toStyle(frame, place), random);
    if (!growing) return [];
    return traceCard(place, corner, normalize(meanAt(host.normals, corner)), growing, cut, frame, near, random) ?? [];
  });
  return buildPart(name, host, cards, frame, { material, carried, bind });
}

/** Least distance between roots, relative to their spacing. */
const APART = 0.75;

/** Drops roots that are near others: evenly spread cards cover the head with the fewest layers. */
function spreadRoots<Root extends { place: Vector }>(roots: readonly Root[], spacing: number): Root[] {
  const cell = APART * spacing;
  const grid = new Map<string, Vector>();
  const keys = ([x, y, z]: Vector): number[] => [x, y, z].map((value) => Math.floor(value / cell));
  return roots.filter(({ place }) => {
    const [i, j, k] = keys(place) as [number, number, number];
    for (let di = -1; di <= 1; di++)
      for (let dj = -1; dj <= 1; dj++)
        for (let dk = -1; dk <= 1; dk++) {
          const other = grid.get([i + di, j + dj, k + dk].join());
          if (other && Math.hypot(...subtract(other, place)) < cell) return false;
        }
    grid.set([i, j, k].join(), place);
    return true;
  });
}

function traceCard(
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
  let [at, out] = [add(place, scale(normal, gap)), normal];
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
          smoothStep(0, RISING * size, gone);
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

function buildPart(
  name: string,
  host: Part,
  cards: readonly Card[],
  { eyeY, eyeZ, size }: HeadFrame,
  {
    material,
    carried,
    bind,
  }: { material: Material; carried: boolean; bind: (place: Vector) => readonly [number, number][] },
): Part {
  const inner = carried ? INNER_BEARD_LIGHT : INNER_LIGHT;
  const centre: Vector = [0, eyeY + 0.015 * size, eyeZ - 0.085 * size];
  const [positions, normals, strands, uvs, occlusion] = [[], [], [], [], []] as number[][] as [
    number[],
    number[],
    number[],
    number[],
    number[],
  ];
  const [indices, joints, weights] = [[] as number[], [] as number[], [] as number[]];
  const perCard: number[] = [];
  for (const card of cards) {
    const first = positions.length / 3;
    const last = card.points.length - 1;
    perCard.push(2 * (last + 1));
    card.points.forEach((point, k) => {
      const t = (k / last) ** SHORTER;
      const along = normalize(subtract(card.points[Math.min(last, k + 1)]!, card.points[Math.max(0, k - 1)]!));
      const out = card.normals[k]!;
      const side = normalize(cross(out, along));
      // Flat on the skin at the root.
      const twist = card.twist * smoothStep(0, WIDE_FROM * size, t * card.length);
      const across = normalize(add(scale(side, Math.cos(twist)), scale(cross(along, side), Math.sin(twist))));
      const taper = (0.6 + 0.4 * smoothStep(0, WIDE_FROM * size, t * card.length)) * (1 - 0.35 * t * t);
      const ball = normalize(subtract(point, centre));
      const normal = normalize(add(scale(ball, SPHERICAL), scale(out, 1 - SPHERICAL)));
      const lit =
        (ROOT_LIGHT +
          (1 - ROOT_LIGHT) * smoothStep(0, Math.min(LIT_FROM * size, 0.5 * card.length), t * card.length + 0.004)) *
        (inner + (1 - inner) * card.layer);
      for (const half of [-0.5, 0.5]) {
        positions.push(...add(point, scale(across, half * card.width * taper)));
        normals.push(...normal);
        strands.push(...along);
        uvs.push((card.kind + 0.5 + (card.mirrored ? -0.94 : 0.94) * half) / KINDS, rowOf(t * card.length, card));
        occlusion.push(lit);
        const bound = bind(point);
        for (let j = 0; j < 4; j++) {
          const [joint, weight] = bound[j] ?? [0, 0];
          // glTF wants joint 0 where the weight is 0.
          joints.push(weight > 0 ? joint : 0);
          weights.push(weight);
        }
      }
      if (k > 0) {
        const v = first + 2 * k - 2;
        indices.push(v, v + 1, v + 2, v + 2, v + 1, v + 3);
      }
    });
  }
  return {
    name,
    substance: 'hair',
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    strands: Float32Array.from(strands),
    uvs: Float32Array.from(uvs),
    occlusion: Float32Array.from(occlusion),
    indices: Uint32Array.from(indices),
    joints: Uint8Array.from(joints),
    weights: Float32Array.from(weights),
    morphs: carried
      ? carryMorphs(
          host,
          cards.map(({ corner }) => corner),
          perCard,
        )
      : new Map(),
    material,
  };
}
