import type { Build, Targets } from '../makehuman/body.ts';

/** A colour as it is written down, sRGB, 0..255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** What makes an actor: who it is, how the face departs from the mean, what it wears. Names are those of MakeHuman's assets. */
export interface Recipe {
  id: string;
  build: Build;
  /** Targets by name; `l-r/` in place of the group stands for both sides, as in `l-r/eye-size-big`. */
  details: Targets;
  /** MakeHuman's picture, and what its red, green and blue are multiplied by. */
  skin: { texture: string; tone: Colour };
  eyes: { iris: Colour };
  brows: { proxy: string; colour: Colour };
  /** How strong the lashes are, 0..1. */
  lashes: { proxy: string; strength: number };
  hair: readonly Hair[];
  clothes: readonly Garment[];
}

export interface Hair {
  proxy: string;
  texture: string;
  /** The mean colour. */
  colour: Colour;
  /** How much it shines, 0 like wool..1 like silk; 0.4 without. */
  gloss?: number;
  /** How much of its picture's light and dark is left, 1 without. */
  contrast?: number;
  /** Whether it is of tight curls, finer than its picture shows. */
  curls?: boolean;
  /** Whether its strands run straight down its picture, across bands of light; they run as the picture shows without. */
  straight?: boolean;
  /** Whether gaps in its picture are closed, through which one would see what is behind it. */
  dense?: boolean;
  /** How far into its picture the edges fade, pixels of the picture; they are as it shows them without. */
  soft?: number;
  /** Metres to the side beyond which its loose sheets are left out; none are without. */
  reach?: number;
  /** Metres that it sits higher than it was made to, out of the eyes; lower where negative. */
  lift?: number;
  /** Metres to the side of the face beyond which it is combed in below the eyes; as it was made without. */
  width?: number;
  /** Metres above the eyes to which its fringe is combed up, where it falls over them; as it was made without. */
  fringe?: number;
  /** A beard moves with the face. */
  beard?: boolean;
  /** Metres that short hairs grow beyond a beard, 0.008 without. */
  stubble?: number;
}

export interface Garment {
  proxy: string;
  texture: string;
  /** Dyes the picture by its light and dark. */
  colour?: Colour;
  /** How much of the picture's light and dark a dye leaves, 1 without: a loud pattern grows quiet. */
  contrast?: number;
}
