import type { CutName } from '../geometry/groom/cuts.ts';
import type { Build, Targets } from '../makehuman/body.ts';

/** An sRGB color, 0..255. */
export type Color = readonly [red: number, green: number, blue: number];

/** How much of the iris the eyelids cover at rest, as fractions of its height. Negative if the white shows. */
export interface RestingLids {
  upper: number;
  lower: number;
}

/** Recipe for an actor: body, face, skin, eyes, hair, and clothes. Names are MakeHuman names. */
export interface Recipe {
  id: string;
  build: Build;
  /** Target weights by name. The `l-r/` prefix means both sides, as in `l-r/eye-size-big`. */
  details: Targets;
  /** Weights of the head model's identity components, in standard deviations, by number (0..99). */
  identity: Readonly<Record<number, number>>;
  /** How much to add of the lip shape that MakeHuman lacks, 0..1. Defaults to 1. */
  lipForm?: number;
  /**
   * MakeHuman texture, cheek color, and strength of the shadow of a shaved beard (0..1, defaults to 1). Cheek colors match measured faces:
   * CIELAB lightness from 41 to 68, chroma from 18 to 23, and hue from 50 to 58 degrees, which is yellower in Asia than in Europe (Xiao et
   * al. 2017, Skin Research and Technology 23(1)).
   */
  skin: { texture: string; cheek: Color; shaved?: number };
  eyes: { iris: Color };
  lids: RestingLids;
  brows: { proxy: string; color: Color };
  /** `strength` is the opacity of the lashes, 0..1. */
  lashes: { proxy: string; strength: number };
  hair: readonly Hair[];
  clothes: readonly Garment[];
}

/** Hair on the head, or a beard, grown strand by strand. */
export interface Hair {
  cut: CutName;
  /** Mean color. */
  color: Color;
  /** Gloss, from 0 (like wool) to 1 (like silk). */
  gloss: number;
  /** True if the strands are tight coils. */
  curls?: boolean;
  /** True for a beard, which moves with the face. */
  beard?: boolean;
}

export interface Garment {
  proxy: string;
  texture: string;
  /** Normal map that shows wrinkles and seams. */
  relief?: string;
  /** Color to dye the texture with. Its light and dark areas are preserved. */
  color?: Color;
  /** Contrast of light and dark in a dyed texture. Defaults to 1. A lower value makes the pattern fainter. */
  contrast?: number;
  /** Number of times a dyed texture repeats across the garment. Defaults to 1. A higher value makes the pattern finer. */
  repeat?: number;
  /** True for knitted cloth, which has stitches and ribbed bands at its edges. Otherwise, the cloth is woven and has hems. */
  knitted?: boolean;
}
