import type { Vector } from '../mesh/index.ts';

/** How a strand grows from its root. Lengths are meters at a head of normal size. */
export interface Growing {
  length: number;
  /** Angle between the strand and the skin at its root, radians. */
  lift: number;
  /** Sinking rate: turn toward the ground per meter. */
  weight: number;
  /** Maximum height above the skin. */
  rise: number;
  /** Depth of its card in the skin, meters; 0 by default. */
  sunk?: number;
  /** Distance that its card begins before the root, against the comb, meters; 0 by default. */
  before?: number;
  /** Factor for the width of its card; 1 by default. */
  width?: number;
  /** Distance inside of the hairline, meters: cards of few strands grow at the edge. */
  inside: number;
  /** Sharpness of the strands' beginning, 0..1: strands next to a parting lie on top of each other there. */
  sharp?: number;
}

/** How strands join in locks. Lengths are meters at a head of normal size. */
export interface Locks {
  /** Distance between locks. */
  size: number;
  /** Strength of the pull toward the middle of their lock at the tip, 0..1. */
  pull: number;
  /** Share of a strand's length where it starts to be drawn to its lock. */
  from: number;
  /** How round locks are in the light, 0..1. */
  round: number;
  /** Share of their length by which locks differ. */
  uneven: number;
  /** Amplitude and length of waves. */
  wave: { size: number; length: number };
}

/** A style of hair; places are in the units of styles. */
export interface Cut {
  /** Returns the hair at a root; undefined for none. `random` is 0..1 by seed, deterministic for a root. */
  growAt(place: Vector, random: (seed: number) => number): Growing | undefined;
  /** Where hair is combed to at a place, of any length. */
  comb(place: Vector, random: (seed: number) => number): Vector;
  /** How strongly strands keep to the comb at a share of their length, turns per meter. */
  keep(share: number): number;
  /** How strongly hair is drawn to its layer, 0..1. */
  hug: number;
  /** Depth of the innermost cards below the outermost, meters; 1.8 mm by default. */
  depth?: number;
  /** Height below which hair is cut off; none by default. */
  cutAt?(place: Vector, random: (seed: number) => number): number;
  /** Hair lies behind the ears, not on them. */
  behindEars?: boolean;
  /** Skin that no hair lies on. */
  bare?(place: Vector): boolean;
  /** Hair that reaches the shoulders lies on them and falls over them; else it ends there. */
  drapes?: boolean;
  locks?: Locks;
  /** Distance between roots and width of a card, meters; maximum number of stretches from root to tip. */
  spacing: number;
  width: number;
  stretches: number;
  /** Largest random angle off the comb, radians. */
  stray: number;
  /** Kind of a card's texture by its layer, 0 innermost..1 outermost. */
  kindOf(layer: number, random: (seed: number) => number): number;
}

export interface Style extends Cut {
  /** Density of hair on the skin at a place: 0 none, 1 the usual; more where a parting must be covered. */
  density(place: Vector): number;
  /** Density of the roots painted on the skin; by default the hair's. */
  shade?(place: Vector): number;
}

/** Kinds of cards in a texture, side by side. */
export const KINDS = 8;
