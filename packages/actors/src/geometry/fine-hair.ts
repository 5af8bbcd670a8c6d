import type { Material, Morph, Part } from '@talking-avatar/avatar/model';
import { hash } from '../textures/noise.ts';
import { at, type Vector } from './mesh/index.ts';

/** A card of fine hair at a point on a surface. */
export interface Root {
  /** Direction of growth. Any length except 0. */
  direction: Vector;
  normal: Vector;
  /** Scale factor for the card's length and width. */
  size: number;
  /** Override the style's length (in meters) and angle to the surface (in radians). */
  length?: number;
  lift?: number;
}

/** Appearance of fine-hair cards. Lengths are in meters, and angles in radians. */
export interface FineStyle {
  length: number;
  width: number;
  /** Angle between a card and the surface at its root. */
  lift: number;
  /** Maximum angle between a card and its intended direction along the surface. */
  stray: number;
  spacing: number;
  /** Number of segments from root to tip. Each has two triangles. */
  segments: number;
  /** Height of the roots above the surface. Negative is below. */
  above?: number;
  /** Returns true if hair may grow near the point. By default, it may grow everywhere. */
  within?: (place: Vector) => boolean;
  material: Material;
}

/** Number of card variants, which are side by side in the texture. */
export const VARIANTS = 4;
/** Occlusion at the roots and the tips. Fine hair lies on top of other hair. */
const OCCLUSION = { root: 0.6, tip: 1 } as const;
/** Radius of the head that cards bend around, in meters. */
const HEAD_RADIUS = 0.09;
/** Minimum shape displacement, in meters. Smaller ones are not noticeable, because fine hair is seen as a whole. */
const MIN_DISPLACEMENT = 5e-4;

/**
 * Grows fine-hair cards on the surface of a part, one near each point of an irregular grid. The same host always gets the same cards.
 * @param host part that the hair grows on and moves with
 * @param rootAt returns the card to grow at a point on the surface, or undefined for none
 */
export function growFineHair(
  name: string,
  host: Part,
  rootAt: (place: Vector, corner: Corner) => Root | undefined,
  style: FineStyle,
): Part {
  const cards = listRoots(host, style.spacing, style.within).flatMap(({ place, corner }, number) => {
    const root = rootAt(place, corner);
    return root ? [{ ...cardOf(place, root, style, number), corner }] : [];
  });
  const perCard = 2 * (style.segments + 1);
  const indices = cards.flatMap((_, card) =>
    Array.from({ length: style.segments }, (_, k) => card * perCard + 2 * k).flatMap((v) => [v, v + 2, v + 1, v + 1, v + 2, v + 3]),
  );
  const spread = (valuesAt: (corner: Corner) => ArrayLike<number>): number[] =>
    cards.flatMap(({ corner }) => new Array<number[]>(perCard).fill(Array.from(valuesAt(corner))).flat());
  const nearest = ({ vertices, weights }: Corner): number => vertices[weights.indexOf(Math.max(...weights)) as 0 | 1 | 2];
  const fourOf = <Values extends Uint8Array | Float32Array>(values: Values, corner: Corner) =>
    values.subarray(4 * nearest(corner), 4 * nearest(corner) + 4);
  return {
    name,
    substance: 'hair',
    positions: Float32Array.from(cards.flatMap(({ positions }) => positions)),
    normals: Float32Array.from(cards.flatMap(({ normal }) => new Array<Vector>(perCard).fill(normal).flat())),
    strands: Float32Array.from(cards.flatMap(({ strand }) => new Array<Vector>(perCard).fill(strand).flat())),
    uvs: Float32Array.from(cards.flatMap(({ uvs }) => uvs)),
    occlusion: Float32Array.from({ length: cards.length * perCard }, (_, v) => {
      const share = Math.floor((v % perCard) / 2) / style.segments;
      return OCCLUSION.root + (OCCLUSION.tip - OCCLUSION.root) * share;
    }),
    indices: Uint32Array.from(indices),
    joints: Uint8Array.from(spread((corner) => fourOf(host.joints, corner))),
    weights: Float32Array.from(spread((corner) => fourOf(host.weights, corner))),
    morphs: carryMorphs(
      host,
      cards.map(({ corner }) => corner),
      cards.map(() => perCard),
    ),
    material: style.material,
  };
}

/** A point in a triangle, as the corners and their weights. */
export interface Corner {
  vertices: readonly [number, number, number];
  weights: readonly [number, number, number];
}

export function meanAt(values: Float32Array, { vertices, weights }: Corner): Vector {
  const [a, b, c] = [at(values, vertices[0]), at(values, vertices[1]), at(values, vertices[2])];
  const mix = (k: 0 | 1 | 2): number => weights[0] * a[k] + weights[1] * b[k] + weights[2] * c[k];
  return [mix(0), mix(1), mix(2)];
}

/** Number of IDs reserved for the roots in each triangle. Three times as many are available, because triangles are numbered by corner. */
const MAX_ROOTS = 64;

/**
 * Lists points on a surface, on average one per `spacing`-sized square. Each ID is independent of the rest of the surface.
 * @param within returns true if there may be roots near the point; triangles without such a corner are skipped
 */
export function listRoots(
  { positions, indices }: Part,
  spacing: number,
  within: (place: Vector) => boolean = () => true,
): { place: Vector; corner: Corner; number: number }[] {
  const roots: { place: Vector; corner: Corner; number: number }[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const vertices = [indices[t]!, indices[t + 1]!, indices[t + 2]!] as const;
    const [a, b, c] = [at(positions, vertices[0]), at(positions, vertices[1]), at(positions, vertices[2])];
    if (!(within(a) || within(b) || within(c))) continue;
    const area = length(cross(minus(b, a), minus(c, a))) / 2;
    const count = Math.floor(area / spacing ** 2 + hash(t, 0, 61));
    for (let k = 0; k < count; k++) {
      let [x, y] = [hash(t, k, 62), hash(t, k, 63)];
      if (x + y > 1) [x, y] = [1 - x, 1 - y];
      const corner: Corner = { vertices, weights: [1 - x - y, x, y] };
      roots.push({ place: meanAt(positions, corner), corner, number: MAX_ROOTS * t + k });
    }
  }
  return roots;
}

/** Builds the card for a root, with two vertices at each end of each segment. */
function cardOf(place: Vector, { direction, normal, size, ...own }: Root, style: FineStyle, number: number) {
  const random = (seed: number): number => 2 * hash(number, seed, 64) - 1;
  const straight = unit(minus(direction, scale(normal, dot(direction, normal))));
  const side = cross(normal, straight);
  const astray = style.stray * random(1);
  const along = plus(scale(straight, Math.cos(astray)), scale(side, Math.sin(astray)));
  const across = unit(plus(cross(normal, along), scale(normal, 0.5 * random(2))));
  const long = (own.length ?? style.length * size) * (1 + 0.35 * random(3));
  const lift = (own.lift ?? style.lift) * (1 + 0.5 * random(4));
  const variant = Math.floor(VARIANTS * hash(number, 5, 64));
  const root = plus(place, scale(normal, style.above ?? 0));
  const [positions, uvs] = [[] as number[], [] as number[]];
  for (let k = 0; k <= style.segments; k++) {
    const t = k / style.segments;
    // The card rises from the surface and bends back down to it.
    const middle = plus(
      plus(root, scale(along, t * long * Math.cos(lift))),
      scale(normal, t * (1 - 0.45 * t) * long * Math.sin(lift) - (t * long) ** 2 / (2 * HEAD_RADIUS)),
    );
    for (const half of [-0.5, 0.5]) {
      positions.push(...plus(middle, scale(across, half * style.width * size)));
      uvs.push((variant + 0.5 + 0.96 * half) / VARIANTS, t);
    }
  }
  const strand = unit(plus(scale(along, Math.cos(lift)), scale(normal, 0.5 * Math.sin(lift))));
  return { positions, uvs, normal, strand };
}

/** Transfers shapes from the host to its cards, without normals. @param perCard number of vertices per card */
function carryMorphs({ morphs, positions }: Part, corners: readonly Corner[], perCard: readonly number[]): Map<string, Morph> {
  const carried = new Map<string, Morph>();
  for (const [shape, morph] of morphs) {
    const moved = new Float32Array(positions.length);
    morph.vertices.forEach((vertex, i) => {
      moved.set(morph.positions.subarray(3 * i, 3 * i + 3), 3 * vertex);
    });
    const [vertices, offsets] = [[] as number[], [] as number[]];
    let first = 0;
    corners.forEach((corner, card) => {
      const offset = meanAt(moved, corner);
      const end = first + perCard[card]!;
      for (; length(offset) >= MIN_DISPLACEMENT && first < end; first++) {
        vertices.push(first);
        offsets.push(...offset);
      }
      first = end;
    });
    if (vertices.length === 0) continue;
    carried.set(shape, {
      vertices: Uint32Array.from(vertices),
      positions: Float32Array.from(offsets),
      normals: new Float32Array(offsets.length),
    });
  }
  return carried;
}

const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scale = (a: Vector, factor: number): Vector => [a[0] * factor, a[1] * factor, a[2] * factor];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const length = (a: Vector): number => Math.hypot(...a);
const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a: Vector): Vector => scale(a, 1 / (length(a) || 1));
