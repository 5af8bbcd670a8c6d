import type { Material, Part } from '@talking-avatar/avatar/model';
import { add, cross, normalize, scale, smoothStep, subtract, type Vector } from '../mesh/index.ts';
import { lightCards } from './hair-light.ts';
import type { HeadFrame } from './hairline.ts';
import { tipOf } from './straighten.ts';
import type { Card } from './strand.ts';
import { KINDS } from './style.ts';

/** Settings shared by the cards and the cap of one head of hair. */
export interface HairSettings {
  material: Material;
  /** Returns the joints that affect a point, and their weights. */
  bind: (place: Vector) => readonly [number, number][];
  /** Hair density at a point, 0..1.8. */
  density: (place: Vector) => number;
}

/** Distance from the root where a card reaches its full width, in meters. */
const WIDE_FROM = 0.008;
/** Occlusion at the roots of short and long hair. On short hair, dark roots would look like scales. */
const ROOT_LIGHT = { short: 0.74, long: 0.5 } as const;
/** Minimum distance from the root for hair to be fully lit, in meters. */
const LIT_FROM = 0.03;
/** How much of a sphere around the head is mixed into the hair normals, so that the cards are lit as one volume. */
const SPHERICAL = 0.55;
/** Fraction of the texture height over which strands fade in at the root. */
const ROOT_ROWS = 0.22;
/** Where the tips of strands begin, as a fraction of the texture height. */
const TIP_ROW = 0.52;
/** Texture row at a given distance from the card's root. Tips have the same length in long and short hair. */
function rowOf(gone: number, { root, length }: Card): number {
  if (gone < root) return (ROOT_ROWS * gone) / root;
  const tip = tipOf(length);
  const left = length - gone;
  return left < tip ? 1 - ((1 - TIP_ROW) * left) / tip : ROOT_ROWS + ((TIP_ROW - ROOT_ROWS) * (gone - root)) / (length - tip - root);
}

/** Center of the part of the head that is surrounded by hair. */
export const middleOf = ({ eyeY, eyeZ, size }: HeadFrame): Vector => [0, eyeY + 0.015 * size, eyeZ - 0.085 * size];

/** Returns the normal for lighting hair as one volume, mostly as a ball around the center of the head. */
export const lightAs = (place: Vector, out: Vector, middle: Vector): Vector =>
  normalize(add(scale(normalize(subtract(place, middle)), SPHERICAL), scale(out, 1 - SPHERICAL)));

/** Appends the four joints of a vertex and their weights. */
export function bindVertex(bones: readonly (readonly [number, number])[], joints: number[], weights: number[]): void {
  for (let j = 0; j < 4; j++) {
    const [joint, weight] = bones[j] ?? [0, 0];
    // glTF requires joint 0 where the weight is 0.
    joints.push(weight > 0 ? joint : 0);
    weights.push(weight);
  }
}

export function buildCards(
  name: string,
  cards: readonly Card[],
  frame: HeadFrame,
  { material, bind }: { material: Material; bind: (place: Vector) => readonly [number, number][] },
): Part {
  const center = middleOf(frame);
  const [positions, normals, strands, uvs, occlusion] = [[], [], [], [], []] as number[][] as [
    number[],
    number[],
    number[],
    number[],
    number[],
  ];
  const { size } = frame;
  const [indices, joints, weights] = [[] as number[], [] as number[], [] as number[]];
  const light = lightCards(cards);
  for (const [number, card] of cards.entries()) {
    const first = positions.length / 3;
    const last = card.points.length - 1;
    card.points.forEach((point, k) => {
      const t = card.gone[k]! / card.length;
      const along = normalize(subtract(card.points[Math.min(last, k + 1)]!, card.points[Math.max(0, k - 1)]!));
      const out = card.normals[k]!;
      const side = normalize(cross(out, along));
      // The card lies flat on the skin at the root.
      const twist = card.twist * smoothStep(0, WIDE_FROM * size, t * card.length);
      const across = normalize(add(scale(side, Math.cos(twist)), scale(cross(along, side), Math.sin(twist))));
      const taper = (0.6 + 0.4 * smoothStep(0, WIDE_FROM * size, t * card.length)) * (1 - 0.35 * t * t);
      const normal = lightAs(point, out, center);
      const own = ROOT_LIGHT.short + (ROOT_LIGHT.long - ROOT_LIGHT.short) * smoothStep(0.02, 0.07, card.length);
      const rootLight = 1 + (own - 1) * card.deep;
      const lit =
        light[number]![k]! *
        (rootLight + (1 - rootLight) * smoothStep(0, Math.min(LIT_FROM * size, 0.5 * card.length), t * card.length + 0.004));
      for (const half of [-0.5, 0.5]) {
        positions.push(...add(point, scale(across, half * card.width * taper)));
        normals.push(...normal);
        strands.push(...along);
        uvs.push((card.kind + 0.5 + (card.mirrored ? -0.94 : 0.94) * half) / KINDS, rowOf(t * card.length, card));
        occlusion.push(lit);
        bindVertex(bind(point), joints, weights);
      }
      if (k > 0) {
        const v = first + 2 * k - 2;
        indices.push(v, v + 2, v + 1, v + 1, v + 2, v + 3);
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
    morphs: new Map(),
    material,
  };
}
