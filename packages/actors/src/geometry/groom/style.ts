import type { Vector } from '../mesh/index.ts';

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
  /** How far its card begins before the root, against the comb, metres; not at all by default. */
  before?: number;
  /** Factor for the width of its card; 1 by default. */
  width?: number;
  /** Distance inside of the hairline, metres: cards of few strands grow at the edge. */
  inside: number;
  /** How sharply strands begin, 0..1: those beside a parting lie on top of each other there. */
  sharp?: number;
}

/** How strands join in locks. Lengths are metres at a head of normal size. */
export interface Locks {
  /** Distance between locks. */
  size: number;
  /** How far strands are drawn to the middle of their lock at its tip, 0..1. */
  pull: number;
  /** Share of the length of a strand from which it is drawn to its lock. */
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
  /** What grows at a root; undefined for nothing. `random` is 0..1 by seed, the same for a root each time. */
  growAt(place: Vector, random: (seed: number) => number): Growing | undefined;
  /** Where hair is combed to at a place, of any length. */
  comb(place: Vector, random: (seed: number) => number): Vector;
  /** How strongly strands keep to the comb at a share of their length, turns per metre. */
  keep(share: number): number;
  /** How strongly hair is drawn to its layer, 0..1. */
  hug: number;
  /** How much lower than the outermost cards the innermost lie, metres; 1.8 mm by default. */
  depth?: number;
  /** Height below which hair is cut off; none by default. */
  cutAt?(place: Vector, random: (seed: number) => number): number;
  /** Hair lies behind the ears, not on them. */
  behindEars?: boolean;
  /** Skin that no hair lies on. */
  bare?(place: Vector): boolean;
  /** Hair that reaches the shoulders lies on them and falls over them; else it ends there. */
  drapes?: boolean;
  /** Locks that its strands join in; none by default. */
  locks?: Locks;
  /** Distance between roots, width of a card, metres; number of stretches from root to tip, at most. */
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
  /** Density of hair on the skin at a place: 0 none, 1 the usual; more where a parting must be covered. */
  density(place: Vector): number;
  /** Density of the roots as they are painted on the skin; that of hair by default. */
  shade?(place: Vector): number;
}

/** Kinds of cards in a texture, side by side. */
export const KINDS = 8;
