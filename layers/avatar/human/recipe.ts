import type { Build, Targets } from './body.ts';

/** A colour as it is written down, sRGB, 0..255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** What makes an actor: who it is, how the face departs from the mean, what it wears. Names are those of MakeHuman's assets. */
export interface Recipe {
  id: string;
  build: Build;
  details: Targets;
  skin: { texture: string };
  eyes: { texture: string };
  brows: { proxy: string; tint: Colour };
  lashes: { proxy: string };
  hair: { proxy: string; texture: string; tint: Colour };
  clothes: readonly { proxy: string; texture: string; tint?: Colour }[];
}
