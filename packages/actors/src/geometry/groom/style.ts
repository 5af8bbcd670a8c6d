import type { Vector } from '../mesh/index.ts';

/** Growth of a strand from its root. Lengths are in meters on a head of normal size. */
export interface Growing {
  length: number;
  /** Angle between the strand and the skin at its root, in radians. */
  lift: number;
  /** Sinking rate: turn toward the ground per meter. */
  weight: number;
  /** Maximum height above the skin. */
  rise: number;
  /** Depth of its card below the skin, in meters; 0 by default. */
  sunk?: number;
  /** Distance before the root, against the comb, at which its card begins, in meters; 0 by default. */
  before?: number;
  /** Factor for the width of its card; 1 by default. */
  width?: number;
  /** Distance inside the hairline, in meters. Cards of few strands grow at the edge. */
  inside: number;
  /** Sharpness of the strands' beginning, 0..1. Next to a parting, strands lie on top of each other there. */
  sharp?: number;
}

/** Grouping of strands into locks. Lengths are in meters on a head of normal size. */
export interface Locks {
  /** Distance between locks. */
  size: number;
  /** Strength of the pull at the tip toward the middle of the lock, 0..1. */
  pull: number;
  /** Share of a strand's length at which it starts to be drawn to its lock. */
  from: number;
  /** Roundness of locks in the light, 0..1. */
  round: number;
  /** Share of their length by which locks differ. */
  uneven: number;
  /** Amplitude and length of waves. */
  wave: { size: number; length: number };
}

/** A hairstyle. Positions are in style units. */
export interface Cut {
  /** Returns the hair at a root; undefined for none. `random` is a seeded number, 0..1, which is always the same for a root. */
  growAt(place: Vector, random: (seed: number) => number): Growing | undefined;
  /** Direction in which hair is combed at a point, of any length. */
  comb(place: Vector, random: (seed: number) => number): Vector;
  /** Strength with which strands follow the comb at a share of their length, turns per meter. */
  keep(share: number): number;
  /** Strength with which hair is drawn to its layer, 0..1. */
  hug: number;
  /** Depth of the innermost cards below the outermost, in meters; 1.8 mm by default. */
  depth?: number;
  /** Height below which hair is cut off; none by default. */
  cutAt?(place: Vector, random: (seed: number) => number): number;
  /** True if hair is behind the ears, not on them. */
  behindEars?: boolean;
  /** Skin without hair on it. */
  bare?(place: Vector): boolean;
  /** True if hair that reaches the shoulders falls over them instead of ending there. */
  drapes?: boolean;
  locks?: Locks;
  /** Distance between roots and width of a card, in meters; maximum number of segments from root to tip. */
  spacing: number;
  width: number;
  segments: number;
  /** Largest random angle from the comb, in radians. */
  stray: number;
  /** Kind of card texture by layer, 0 innermost..1 outermost. */
  kindOf(layer: number, random: (seed: number) => number): number;
}

export interface Style extends Cut {
  /** Density of hair on the skin at a point: 0 none, 1 normal; more where it must cover a parting. */
  density(place: Vector): number;
  /** Density of roots painted on the skin; the hair's density by default. */
  shade?(place: Vector): number;
}

/** Number of kinds of cards, side by side in a texture. */
export const KINDS = 8;
