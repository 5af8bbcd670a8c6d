import type { Part } from '../model/index.ts';
import { startKernel } from './kernel.wasm.ts';
import type { Vector } from './matrix.ts';

/** Width of the empty border around a shadow map, in cells: half the width of the widest penumbra. */
export const MARGIN = 24;
/** Width of the actor in a shadow map, in cells. */
export const ACROSS = 640;
/** Width of a map, in cells. */
export const CELLS = ACROSS + 2 * MARGIN;

/** Functions in `kernel/shadows.ts`. Addresses are byte offsets in its memory. */
interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void };
  base(): number;
  projectPoints(positions: number, count: number, points: number, axis: number, ...direction: Vector): void;
  leastOf(points: number, count: number, axis: number, sign: 1 | -1): number;
  placePoints(points: number, count: number, left: number, top: number, scale: number, margin: number): void;
  clearMap(map: number, cells: number): void;
  castTriangles(map: number, cells: number, points: number, indices: number, triangles: number): void;
  measureOpenShares(
    ...given: [
      map: number,
      cells: number,
      points: number,
      count: number,
      bias: number,
      blur: number,
      step: number,
      least: number,
      shares: number,
    ]
  ): void;
}

/** Shadow maps in kernel memory. Every field except the kernel is an address. */
export interface ShadowMaps {
  kernel: Kernel;
  maps: { solid: number; hair: number };
  /** Positions of one part at a time. */
  positions: number;
  indices: number;
  shares: number;
  /** Points of each part. */
  points: number[];
}

/** Size in bytes of a WebAssembly memory page, and of the 64-bit values that everything is aligned to. */
const PAGE = 65_536;
const ALIGNED = 8;

/** Allocates two shadow maps, without clearing them, and memory for the points of the parts. */
export function layOut(parts: readonly Part[]): ShadowMaps {
  const kernel = startKernel<Kernel>();
  let end = kernel.base();
  const place = (bytes: number): number => {
    const at = end;
    end += Math.ceil(bytes / ALIGNED) * ALIGNED;
    return at;
  };
  const most = Math.max(...parts.map(({ positions }) => positions.length));
  const memory = {
    kernel,
    maps: { solid: place(CELLS * CELLS * 4), hair: place(CELLS * CELLS * 4) },
    positions: place(most * 4),
    indices: place(Math.max(...parts.map(({ indices }) => indices.length)) * 4),
    shares: place(((2 * most) / 3) * 8),
    points: parts.map(({ positions }) => place(positions.length * 8)),
  };
  kernel.memory.grow(Math.ceil(end / PAGE));
  return memory;
}
