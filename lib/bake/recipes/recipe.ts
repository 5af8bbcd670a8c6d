import type { Build, Targets } from '../makehuman/body.ts';
import type { RestingLids } from '../shapes/resting-lids.ts';

/** An sRGB colour, 0..255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Recipe of an actor: body, face, skin, eyes, hair, clothes. Names are those of MakeHuman's assets. */
export interface Recipe {
  id: string;
  build: Build;
  /** Weights of targets by name; `l-r/` in place of the group stands for both sides, as in `l-r/eye-size-big`. */
  details: Targets;
  /** Weights of the head model's identity components, standard deviations, by number 0..99. */
  identity: Readonly<Record<number, number>>;
  /**
   * MakeHuman's texture, and the colour of the cheeks, from measured faces: CIELAB lightness 41 to 68, chroma 18 to 23, hue
   * angle 50 to 58 degrees, yellower in Asia than in Europe (Xiao et al. 2017, Skin Research and Technology 23(1)).
   */
  skin: { texture: string; cheek: Colour };
  eyes: { iris: Colour };
  lids: RestingLids;
  brows: { proxy: string; colour: Colour };
  /** `strength` is the opacity of the lashes, 0..1. */
  lashes: { proxy: string; strength: number };
  hair: readonly Hair[];
  clothes: readonly Garment[];
}

export interface Hair {
  proxy: string;
  texture: string;
  /** Mean colour. */
  colour: Colour;
  /** False for hair whose edge does not lie on the skin it grows from, such as a fringe; true by default. */
  hairline?: boolean;
  /** Gloss, 0 like wool..1 like silk; 0.4 by default. */
  gloss?: number;
  /** Contrast of the texture's light and dark; 1 by default. */
  contrast?: number;
  /** Replaces the texture's light and dark by tight curls. */
  curls?: boolean;
  /** Strands run straight down the texture, across bands of light; by default they follow the texture. */
  straight?: boolean;
  /** Closes gaps in the texture, through which the background would show. */
  dense?: boolean;
  /** Distance from their border over which edges fade, pixels of the texture; by default they stay as they are. */
  soft?: number;
  /** Distance to the side beyond which loose sheets are removed, metres; none by default. */
  reach?: number;
  /** Upward offset, metres; negative for down. */
  lift?: number;
  /** Half width to which it is narrowed below the eyes, metres; not narrowed by default. */
  width?: number;
  /** Height above the eyes to which its fringe is combed up, metres; not combed by default. */
  fringe?: number;
  /** True for a beard, which moves with the face. */
  beard?: boolean;
  /** Distance by which short hairs extend beyond a beard, metres; 0.008 by default. */
  stubble?: number;
}

export interface Garment {
  proxy: string;
  texture: string;
  /** Dyes the texture; its light and dark remain. */
  colour?: Colour;
  /** Contrast of the light and dark in a dyed texture, 1 by default; less makes a pattern fainter. */
  contrast?: number;
}
