import type { Color } from '../../makehuman/index.ts';
import { smoothStep } from '../mesh/index.ts';
import { BLOCK, type Blocks, readColumn } from './blocks.ts';
import { type Sheet, TEXEL_FLOATS } from './sheet.ts';

/** Range of mean coverage over which gaps are filled with the hair below, and the light on that hair. */
const FILLED = { from: 0.52, to: 0.85, light: 0.6 } as const;
/** Range of depths below the mean surface over which hair gets darker, in meters, and the light on the darkest hair. */
const DEEP = { from: -0.002, to: 0.0045, light: 0.45 } as const;
/** Range of depths over which hair emerges from the shade of the hair in front, in meters, and the fraction of the shade that remains. */
const APART = { from: 0.012, to: 0.03, shade: 0.4 } as const;
/** How quickly shade adapts from texel to texel down a column. Without this smoothing, the edges of locks would be noisy. */
const FOLLOWS = 0.4;
/** Minimum coverage of opaque hair. The renderer draws alpha of 0.5 and above as opaque, and scales lower alpha relative to 0.5. */
const OPAQUE = 0.85;
/** Extra saturation of shaded hair, where light has passed through more pigment. It would be 1 if light passed only through strands. */
const PIGMENT = 0.5;
/** Range of tones for a texel. */
const TONE = { least: 0.2, most: 1.9 } as const;
/** Mean tone of the picture before deep strands are darkened. */
const MEAN = 1.04;

/** RGBA picture, row by row. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}

/**
 * Paints a sheet into a picture. Strands have the hair color, darker where they are deep, and the hair below shows through the gaps.
 * @param color mean color, in sRGB
 * @param left column of the picture where the sheet begins
 */
export function paintSheet(picture: Picture, sheet: Sheet, blocks: Blocks, color: Color, left: number): void {
  const { width, height, data } = sheet;
  const absorbed = color.map((value) => Math.log(Math.max(1, value) / 256));
  const pigment = absorbed.map((value) => 1 + PIGMENT * (value / absorbed[1]! - 1));
  const light = MEAN / meanTone(sheet);
  const [mean, surface] = [new Float32Array(height), new Float32Array(height)];
  for (let x = 0, i = 0; x < width; x++) {
    readColumn(blocks, blocks.mean, x, mean);
    readColumn(blocks, blocks.surface, x, surface);
    let shade = 1;
    for (let y = 0; y < height; y++, i += TEXEL_FLOATS) {
      const covered = data[i]!;
      const block = Math.floor(x / BLOCK) * blocks.height + Math.floor(y / BLOCK);
      const around = blocks.cover[block]! > 0 ? blocks.tone[block]! / blocks.cover[block]! : 1;
      const filled = (1 - covered) * smoothStep(FILLED.from, FILLED.to, mean[y]!);
      const alpha = Math.min(1, covered + filled);
      const deep = covered > 0 ? surface[y]! - data[i + 1]! / covered : 0;
      const apart = 1 - (1 - APART.shade) * smoothStep(APART.from, APART.to, deep);
      const shadeHere = 1 - (1 - DEEP.light) * smoothStep(DEEP.from, DEEP.to, deep) * apart;
      shade = covered > 0 ? shade + FOLLOWS * (shadeHere - shade) : 1;
      const own = alpha > 0.004 ? (data[i + 2]! * shade + filled * around * FILLED.light) / alpha : around * 0.9;
      const tone = light * Math.min(TONE.most, Math.max(TONE.least, own));
      const at = 4 * (y * picture.width + left + x);
      for (let k = 0; k < 3; k++) picture.data[at + k] = Math.min(255, color[k]! * tone ** pigment[k]! + 0.5);
      picture.data[at + 3] = 255 * (alpha < OPAQUE ? (0.5 * alpha) / OPAQUE : 0.5 + (0.5 * (alpha - OPAQUE)) / (1 - OPAQUE)) + 0.5;
    }
  }
}

function meanTone({ data }: Sheet): number {
  let [sum, covered] = [0, 0];
  for (let i = 0; i < data.length; i += TEXEL_FLOATS) {
    covered += data[i]!;
    sum += data[i + 2]!;
  }
  return covered > 0 ? sum / covered : 1;
}
