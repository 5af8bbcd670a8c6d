import { type Sheet, TEXEL_FLOATS } from './sheet.ts';

/** Width and height of a block, in texels. */
export const BLOCK = 8;
/** Minimum coverage for a block to count toward the hair surface, in texels, and the number of smoothing passes. */
const SOLID = 6;
const SMOOTHING = 3;
/** Depth where there is no hair, in meters. */
const NONE = -9;

/** Aggregates over square blocks of texels, column by column. */
export interface Blocks {
  width: number;
  height: number;
  /** Mean coverage, followed by sums of coverage and of coverage-weighted depth and tone. */
  mean: Float32Array;
  cover: Float32Array;
  depth: Float32Array;
  tone: Float32Array;
  /** Mean depth of the strands over about 1 cm, in meters. Where there is no hair, it is the depth of the neighbors. */
  surface: Float32Array;
}

export function sumBlocks({ width, height, data }: Sheet): Blocks {
  const [columns, rows] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)];
  const make = (): Float32Array => new Float32Array(columns * rows);
  const [cover, depth, tone] = [make(), make(), make()];
  for (let x = 0, i = 0; x < width; x++) {
    const column = Math.floor(x / BLOCK) * rows;
    for (let y = 0; y < height; y++, i += TEXEL_FLOATS) {
      const share = data[i]!;
      if (share === 0) continue;
      const block = column + (y >> 3);
      cover[block]! += share;
      depth[block]! += data[i + 1]!;
      tone[block]! += data[i + 2]!;
    }
  }
  const mean = cover.map((sum) => sum / (BLOCK * BLOCK));
  const blocks = { width: columns, height: rows, cover, depth, tone };
  let surface: Float32Array = depth.map((sum, block) => (cover[block]! > SOLID ? sum / cover[block]! : NONE));
  for (let pass = 0; pass < SMOOTHING; pass++) surface = smooth(blocks, surface);
  return { ...blocks, mean: smooth(blocks, mean, 0), surface };
}

/** Averages each block with its neighbors. @param beyond value outside the sheet; if absent, blocks outside and empty blocks are ignored */
function smooth({ width, height }: Pick<Blocks, 'width' | 'height'>, values: Float32Array, beyond?: number): Float32Array {
  return values.map((own, block) => {
    const [x, y] = [Math.floor(block / height), block % height];
    let [sum, count] = [0, 0];
    for (let i = Math.max(0, x - 1); i <= Math.min(width - 1, x + 1); i++)
      for (let j = Math.max(0, y - 1); j <= Math.min(height - 1, y + 1); j++) {
        const value = values[i * height + j]!;
        if (value === NONE) continue;
        sum += value;
        count++;
      }
    if (beyond !== undefined) return (sum + beyond * (9 - count)) / 9;
    return count > 0 ? sum / count : own;
  });
}

/** Writes the values of a block field along a column of texels, interpolated linearly between block centers. */
export function readColumn({ width, height }: Blocks, field: Float32Array, x: number, into: Float32Array): void {
  const across = Math.min(width - 1, Math.max(0, (x + 0.5) / BLOCK - 0.5));
  const left = Math.floor(across) * height;
  const right = Math.min(width - 1, Math.floor(across) + 1) * height;
  const share = across - Math.floor(across);
  for (let y = 0; y < into.length; y++) {
    const down = Math.min(height - 1, Math.max(0, (y + 0.5) / BLOCK - 0.5));
    const high = Math.floor(down);
    const low = Math.min(height - 1, high + 1);
    const t = down - high;
    const above = field[left + high]! * (1 - share) + field[right + high]! * share;
    const below = field[left + low]! * (1 - share) + field[right + low]! * share;
    into[y] = above + (below - above) * t;
  }
}
