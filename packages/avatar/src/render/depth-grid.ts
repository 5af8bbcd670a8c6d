import type { Part } from '../model/index.ts';
import type { Matrix } from './matrix.ts';
import type { Mips } from './textures.ts';

/** A low-resolution depth buffer. */
export interface DepthGrid {
  readonly width: number;
  readonly height: number;
  /** Distance to the nearest opaque point in each cell, in meters. */
  readonly nearest: Float32Array;
  /** Triangle that contains this point, or -1. */
  readonly foremost: Int32Array;
}

/** Called for each cell that a triangle covers, with the distance in meters, and the tile of the alpha mask. */
export type VisitCell = (triangle: number, cell: number, distance: number, tile: number) => void;

/** Low-resolution alpha of a texture, 0..255, sampled at the center of each tile. */
export interface AlphaMask {
  readonly width: number;
  readonly height: number;
  readonly alpha: Uint8Array;
}

/** Number of tiles across a mask. Tiles are about the size of grid cells. */
const TILES = 128;

export const OPAQUE: AlphaMask = { width: 1, height: 1, alpha: Uint8Array.of(255) };

export function alphaMaskOf(image: Mips): AlphaMask {
  const side = Math.max(1, Math.floor(image.width / TILES));
  const [width, height] = [Math.floor(image.width / side), Math.floor(image.height / side)];
  const pixels = image.levels[0]!;
  const alphaAt = (_: unknown, tile: number): number => {
    const x = (tile % width) * side + (side >> 1);
    const y = Math.floor(tile / width) * side + (side >> 1);
    return pixels[(y * image.width + x) * 4 + 3]!;
  };
  return { width, height, alpha: Uint8Array.from({ length: width * height }, alphaAt) };
}

export function createDepthGrid(width: number, height: number): DepthGrid {
  const cells = width * height;
  return {
    width,
    height,
    nearest: new Float32Array(cells).fill(Number.POSITIVE_INFINITY),
    foremost: new Int32Array(cells).fill(-1),
  };
}

/** Projects vertices to column, row, and distance in meters. @param matrices one per joint, from rest pose to clip space */
export function projectVertices(
  { positions, joints, weights }: Part,
  matrices: readonly Matrix[],
  { width, height }: Pick<DepthGrid, 'width' | 'height'>,
): Float32Array {
  const projected = new Float32Array(positions.length);
  for (let at = 0, j = 0; at < positions.length; at += 3, j += 4) {
    let x = 0;
    let y = 0;
    let w = 0;
    const px = positions[at]!;
    const py = positions[at + 1]!;
    const pz = positions[at + 2]!;
    for (let k = j; k < j + 4; k++) {
      const weight = weights[k]!;
      if (weight === 0) continue;
      const m = matrices[joints[k]!]!;
      x += weight * (m[0]! * px + m[4]! * py + m[8]! * pz + m[12]!);
      y += weight * (m[1]! * px + m[5]! * py + m[9]! * pz + m[13]!);
      w += weight * (m[3]! * px + m[7]! * py + m[11]! * pz + m[15]!);
    }
    projected[at] = ((x / w + 1) / 2) * width;
    projected[at + 1] = ((1 - y / w) / 2) * height;
    projected[at + 2] = w;
  }
  return projected;
}

/** Barycentric coordinates of the center and the corners of a triangle. */
const SAMPLE_POINTS = { v: [1 / 3, 0, 1, 0], w: [1 / 3, 0, 0, 1] } as const;

/**
 * Visits the cells that each triangle of a part covers. If it covers no cell center, visits the cells that contain its center and corners.
 */
export function rasterizePart(grid: DepthGrid, part: Part, projected: Float32Array, mask: AlphaMask, visit: VisitCell): void {
  const { width, height } = grid;
  const { indices, uvs } = part;
  const tileAt = (u: number, v: number): number => {
    const x = ((u - Math.floor(u)) * mask.width) | 0;
    const y = ((v - Math.floor(v)) * mask.height) | 0;
    return y * mask.width + x;
  };
  for (let k = 0, triangle = 0; k < indices.length; k += 3, triangle++) {
    const a = indices[k]!;
    const b = indices[k + 1]!;
    const c = indices[k + 2]!;
    const ax = projected[a * 3]!;
    const ay = projected[a * 3 + 1]!;
    const abx = projected[b * 3]! - ax;
    const aby = projected[b * 3 + 1]! - ay;
    const acx = projected[c * 3]! - ax;
    const acy = projected[c * 3 + 1]! - ay;
    const area = abx * acy - acx * aby;
    const left = Math.max(0, Math.ceil(ax + Math.min(0, abx, acx) - 0.5));
    const right = Math.min(width - 1, Math.floor(ax + Math.max(0, abx, acx) - 0.5));
    const top = Math.max(0, Math.ceil(ay + Math.min(0, aby, acy) - 0.5));
    const bottom = Math.min(height - 1, Math.floor(ay + Math.max(0, aby, acy) - 0.5));
    const az = projected[a * 3 + 2]!;
    const abz = projected[b * 3 + 2]! - az;
    const acz = projected[c * 3 + 2]! - az;
    const au = uvs[a * 2]!;
    const av = uvs[a * 2 + 1]!;
    const abu = uvs[b * 2]! - au;
    const abv = uvs[b * 2 + 1]! - av;
    const acu = uvs[c * 2]! - au;
    const acv = uvs[c * 2 + 1]! - av;
    let covered = false;
    for (let y = top; y <= bottom && area !== 0; y++) {
      const dy = y + 0.5 - ay;
      for (let x = left; x <= right; x++) {
        const dx = x + 0.5 - ax;
        const v = (dx * acy - acx * dy) / area;
        const w = (abx * dy - dx * aby) / area;
        if (v < 0 || w < 0 || v + w > 1) continue;
        covered = true;
        visit(triangle, y * width + x, az + v * abz + w * acz, tileAt(au + v * abu + w * acu, av + v * abv + w * acv));
      }
    }
    if (covered) continue;
    for (let point = 0; point < SAMPLE_POINTS.v.length; point++) {
      const v = SAMPLE_POINTS.v[point]!;
      const w = SAMPLE_POINTS.w[point]!;
      const x = Math.floor(ax + v * abx + w * acx);
      const y = Math.floor(ay + v * aby + w * acy);
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      visit(triangle, y * width + x, az + v * abz + w * acz, tileAt(au + v * abu + w * acu, av + v * abv + w * acv));
    }
  }
}
