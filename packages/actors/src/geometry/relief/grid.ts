import { smoothStep } from '../mesh/index.ts';
import { BLOCK, type Blocks } from './blocks.ts';
import { type Cover, coverAt, NOTHING } from './cover.ts';
import { type Sheet, TEXEL_FLOATS } from './sheet.ts';
import { POINT_FLOATS, type StrandSet } from './strand-set.ts';

/** Distance between neighboring mesh vertices, in texels. */
export const CELL = 24;
/** Number of passes that extrapolate values to places without hair, and numbers of smoothing passes. */
const SPREAD = 6;
const SMOOTHING = { depth: 2, directions: 3 } as const;
/** Maximum change in depth from vertex to vertex beyond the hair, in meters. */
const STEEPEST = 0.008;
/** Distance of the mesh in front of the strands, and its minimum distance in front of skin and clothes, in meters. */
const BIAS = 0.001;
const CLEARANCE = 0.003;
/** Extra clearance and the heights above the eyes between which it increases, in meters. Keeps hair out of clothes when the head turns. */
const ON_SHOULDERS = { from: -0.14, to: -0.19, more: 0.006 } as const;
/** Minimum distance behind the skin for hair to stay behind it, in meters. */
const BEHIND_SKIN = 0.007;
/** Range of coverage around a vertex over which hair ends, and its maximum height above the skin there, along the view, in meters. */
const EDGE = { from: 0.12, to: 0.6 } as const;
const HIGHEST = 0.025;
/** Minimum coverage around a vertex for its depth to count, in texels. */
const MIN_COVER = 0.5;
/** Maximum depth below the visible strands for strands to affect the slope of the mesh, in meters. */
const VISIBLE = 0.004;

/** Vertices of the mesh for a sheet, column by column: depth in meters, and sums of the strand normals and directions. */
export interface Grid {
  columns: number;
  rows: number;
  depth: Float32Array;
  /** 1 if there is hair around the vertex. */
  found: Uint8Array;
  /** 3 values per vertex. */
  normals: Float32Array;
  strands: Float32Array;
}

/** Finds the depth of the strands at each mesh vertex. @param cover skin and clothes behind the hair; none for the far side */
export function makeGrid(sheet: Sheet, blocks: Blocks, cover?: Cover): Grid {
  const columns = Math.floor(sheet.width / CELL) + 1;
  const rows = Math.floor(sheet.height / CELL) + 1;
  const depth = new Float32Array(columns * rows);
  const share = new Float32Array(columns * rows);
  const has = new Uint8Array(columns * rows);
  const perCell = CELL / BLOCK;
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < rows; j++) {
      let [sum, covered] = [0, 0];
      for (let bx = Math.max(0, perCell * i - 1); bx <= Math.min(blocks.width - 1, perCell * i); bx++)
        for (let by = Math.max(0, perCell * j - 1); by <= Math.min(blocks.height - 1, perCell * j); by++) {
          sum += blocks.depth[bx * blocks.height + by]!;
          covered += blocks.cover[bx * blocks.height + by]!;
        }
      if (covered < MIN_COVER) continue;
      depth[i * rows + j] = sum / covered;
      has[i * rows + j] = 1;
      share[i * rows + j] = covered / (perCell * BLOCK) ** 2;
    }
  const size = { columns, rows };
  const found = has.slice();
  for (let pass = 0; pass < SMOOTHING.depth; pass++) smooth(size, depth, 1, has);
  spread(size, depth, 1, has, STEEPEST);
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < rows; j++) {
      const v = i * rows + j;
      const y = sheet.top - j * CELL * sheet.texel;
      const over = ON_SHOULDERS.more * smoothStep(ON_SHOULDERS.from, ON_SHOULDERS.to, y);
      const own = depth[v]! + BIAS;
      depth[v] = own;
      const skin = cover ? coverAt(cover, i * CELL, j * CELL) : NOTHING;
      if (own < skin - BEHIND_SKIN) continue;
      // Where hair ends on skin, its edge must touch the skin. Otherwise, the background would show through when the head turns.
      const ends = own - skin < HIGHEST ? smoothStep(EDGE.to, EDGE.from, share[v]!) : 0;
      depth[v] = Math.max(own + (skin - own) * ends, skin + CLEARANCE + over);
    }
  return {
    ...size,
    depth,
    found,
    normals: new Float32Array(3 * columns * rows),
    strands: new Float32Array(3 * columns * rows),
  };
}

/** Scales a 3D vector to unit length. @returns false for a zero vector */
function toUnit(values: Float32Array, v: number): boolean {
  const long = Math.hypot(values[3 * v]!, values[3 * v + 1]!, values[3 * v + 2]!);
  for (let k = 3 * v; k < 3 * v + 3; k++) values[k]! /= long || 1;
  return long > 0;
}

/** Adds up the normals and directions of the visible strands at the nearest vertices. */
export function addDirections(
  grid: Grid,
  sheet: Sheet,
  { points, starts }: StrandSet,
  projected: Float32Array,
  sides: Uint8Array,
  side: number,
  isTurned: (strand: number) => boolean,
): void {
  const { columns, rows, normals, strands } = grid;
  for (let strand = 0; strand + 1 < starts.length; strand++) {
    const last = starts[strand + 1]! - 1;
    for (let k = starts[strand]!; k <= last; k++) {
      if (!(sides[k]! & side)) continue;
      const x = (projected[3 * k]! - sheet.left) / sheet.texel;
      const y = (sheet.top - projected[3 * k + 1]!) / sheet.texel;
      const column = Math.floor(x);
      const row = Math.floor(y);
      if (column < 0 || row < 0 || column >= sheet.width || row >= sheet.height) continue;
      const texel = TEXEL_FLOATS * (column * sheet.height + row);
      if ((projected[3 * k + 2]! + VISIBLE) * sheet.data[texel]! < sheet.data[texel + 1]!) continue;
      const vertex = 3 * (Math.min(columns - 1, Math.round(x / CELL)) * rows + Math.min(rows - 1, Math.round(y / CELL)));
      const a = Math.max(starts[strand]!, k - 1) * POINT_FLOATS;
      const b = Math.min(last, k + 1) * POINT_FLOATS;
      const ax = points[b]! - points[a]!;
      const ay = points[b + 1]! - points[a + 1]!;
      const az = points[b + 2]! - points[a + 2]!;
      const long = (Math.sqrt(ax * ax + ay * ay + az * az) || 1) * (isTurned(strand) ? -1 : 1);
      strands[vertex]! += ax / long;
      strands[vertex + 1]! += ay / long;
      strands[vertex + 2]! += az / long;
      for (let axis = 0; axis < 3; axis++) normals[vertex + axis]! += points[k * POINT_FLOATS + 3 + axis]!;
    }
  }
  const found = new Uint8Array(columns * rows);
  for (let v = 0; v < found.length; v++) found[v] = toUnit(normals, v) && toUnit(strands, v) ? 1 : 0;
  for (const values of [normals, strands]) {
    const has = found.slice();
    spread(grid, values, 3, has, 0);
    for (let pass = 0; pass < SMOOTHING.directions; pass++) smooth(grid, values, 3, has);
  }
}

type Size = Pick<Grid, 'columns' | 'rows'>;

const AROUND = [
  [-1, -1],
  [-1, 0],
  [-1, 1],
  [0, -1],
  [0, 1],
  [1, -1],
  [1, 0],
  [1, 1],
] as const;

/** Fills in vertices without a value by extrapolating from the two nearest vertices. @param most maximum change per vertex */
function spread({ columns, rows }: Size, values: Float32Array, per: number, has: Uint8Array, most: number): void {
  const isSet = (i: number, j: number, set: Uint8Array): boolean => i >= 0 && j >= 0 && i < columns && j < rows && set[i * rows + j] === 1;
  for (let pass = 0; pass < SPREAD; pass++) {
    const before = has.slice();
    for (let i = 0; i < columns; i++)
      for (let j = 0; j < rows; j++) {
        if (before[i * rows + j]) continue;
        const v = per * (i * rows + j);
        let count = 0;
        for (const [x, y] of AROUND) {
          if (!isSet(i + x, j + y, before)) continue;
          const near = per * ((i + x) * rows + j + y);
          const next = isSet(i + 2 * x, j + 2 * y, before) ? near + per * (x * rows + y) : near;
          count++;
          for (let k = 0; k < per; k++) {
            const slope = values[near + k]! - values[next + k]!;
            values[v + k]! += values[near + k]! + Math.max(-most, Math.min(most, slope));
          }
        }
        if (count === 0) continue;
        for (let k = 0; k < per; k++) values[v + k]! /= count;
        has[i * rows + j] = 1;
      }
  }
}

/** Blends in the mean of the neighbors on both sides. Blending in a neighbor on only one side would pull edges inward. */
function smooth({ columns, rows }: Size, values: Float32Array, per: number, has: Uint8Array): void {
  const before = values.slice();
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < rows; j++) {
      const v = i * rows + j;
      if (!has[v]) continue;
      for (const step of [rows, 1]) {
        const [low, high] = step === 1 ? [j > 0, j + 1 < rows] : [i > 0, i + 1 < columns];
        if (!low || !high || !has[v - step] || !has[v + step]) continue;
        for (let k = 0; k < per; k++)
          values[per * v + k]! += 0.25 * (before[per * (v - step) + k]! + before[per * (v + step) + k]! - 2 * before[per * v + k]!);
      }
    }
}
