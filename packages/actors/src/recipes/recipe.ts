import type { CutName } from '../geometry/groom/cuts.ts';
import type { Build, Targets } from '../makehuman/body.ts';

/** An sRGB color, 0..255. */
export type Color = readonly [red: number, green: number, blue: number];

/** Shares of the iris height that the lids cover at rest; negative where the white shows. */
export interface RestingLids {
  upper: number;
  lower: number;
}

/** Recipe of an actor: body, face, skin, eyes, hair, clothes. Names are MakeHuman's. */
export interface Recipe {
  id: string;
  build: Build;
  /** Target weights by name. The group `l-r/` means both sides, as in `l-r/eye-size-big`. */
  details: Targets;
  /** Weights of the head model's identity components, standard deviations, by number 0..99. */
  identity: Readonly<Record<number, number>>;
  /** Share of the lip form missing in MakeHuman, 0..1; 1 by default. */
  lipForm?: number;
  /**
   * MakeHuman's texture; the cheeks' color, from measured faces: CIELAB lightness 41 to 68, chroma 18 to 23, hue 50 to 58 degrees, yellower
   * in Asia than in Europe (Xiao et al. 2017, Skin Research and Technology 23(1)); share of a shaved beard's shadow, 0..1, 1 by default.
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
  /** Gloss, 0 (wool)..1 (silk). */
  gloss: number;
  /** True if strands are tight coils. */
  curls?: boolean;
  /** True for a beard, which moves with the face. */
  beard?: boolean;
}

export interface Garment {
  proxy: string;
  texture: string;
  /** Normal map with wrinkles and seams. */
  relief?: string;
  /** Dye that preserves the texture's light and dark. */
  color?: Color;
  /** Contrast between light and dark in a dyed texture, 1 by default. Less makes a pattern fainter. */
  contrast?: number;
  /** Repetitions of a dyed texture across the garment, 1 by default. More make the pattern finer. */
  repeat?: number;
  /** True for knitted cloth, with stitches and ribbed bands at its edges. Otherwise, it is woven, with hems. */
  knitted?: boolean;
}
