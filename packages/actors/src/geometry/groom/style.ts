import type { Vector } from '../mesh/index.ts';

/** How a strand grows from its root. Lengths are in meters on a head of normal size. */
export interface Growing {
  length: number;
  /** Angle between the strand and the skin at its root, in radians. */
  lift: number;
  /** How quickly the strand droops, as its turn toward the ground per meter. */
  weight: number;
  /** Maximum height above the skin. */
  rise: number;
  /** Depth of the card below the skin, in meters. Defaults to 0. */
  sunk?: number;
  /** How far ahead of the root, against the combing direction, the card begins, in meters. Defaults to 0. */
  before?: number;
  /** Factor for the width of the card. Defaults to 1. */
  width?: number;
  /** Distance inside the hairline, in meters. Cards with few strands grow at the edge. */
  inside: number;
  /** How sharply the strands begin, 0..1. Next to a parting, they lie on top of each other. */
  sharp?: number;
}

/** How strands are grouped into locks. Lengths are in meters on a head of normal size. */
export interface Locks {
  /** Distance between locks. */
  size: number;
  /** How strongly the tip is pulled toward the middle of the lock, 0..1. */
  pull: number;
  /** Where a strand starts to be pulled toward its lock, as a fraction of its length. */
  from: number;
  /** How round locks look when lit, 0..1. */
  round: number;
  /** Variation in length between locks, as a fraction of their length. */
  uneven: number;
  /** Amplitude and length of waves. */
  wave: { size: number; length: number };
}

/** A hairstyle. Positions are in style units. */
export interface Cut {
  /** Returns the hair at a root, or undefined for none. `random` maps seeds to numbers in 0..1, which are always the same for a root. */
  growAt(place: Vector, random: (seed: number) => number): Growing | undefined;
  /** Direction in which hair is combed at a point. Any length. */
  comb(place: Vector, random: (seed: number) => number): Vector;
  /** How strongly strands follow the comb at a given fraction of their length, in turns per meter. */
  keep(share: number): number;
  /** How strongly hair is pulled toward its layer, 0..1. */
  hug: number;
  /** Depth of the innermost cards below the outermost, in meters. Defaults to 1.8 mm. */
  depth?: number;
  /** Height below which hair is cut off. By default, hair is not cut off. */
  cutAt?(place: Vector, random: (seed: number) => number): number;
  /** True if hair is tucked behind the ears. */
  behindEars?: boolean;
  /** Returns true where skin must stay bare. */
  bare?(place: Vector): boolean;
  /** True if hair falls over the shoulders instead of ending on them. */
  drapes?: boolean;
  locks?: Locks;
  /** Distance between roots and width of a card, both in meters, and the maximum number of segments from root to tip. */
  spacing: number;
  width: number;
  segments: number;
  /** Maximum random angle from the combing direction, in radians. */
  stray: number;
  /** Chooses the kind of card texture by layer, from 0 (innermost) to 1 (outermost). */
  kindOf(layer: number, random: (seed: number) => number): number;
}

export interface Style extends Cut {
  /** Density of hair on the skin at a point: 0 is none, 1 is normal, and it may be higher to cover a parting. */
  density(place: Vector): number;
  /** Density of roots painted on the skin. Defaults to `density`. */
  shade?(place: Vector): number;
}

/** Number of card kinds, which are side by side in the texture. */
export const KINDS = 8;
