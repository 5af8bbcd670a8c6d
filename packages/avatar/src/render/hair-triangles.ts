import type { Part } from '../model/index.ts';
import type { Camera } from './camera.ts';
import type { AlphaMask } from './depth-grid.ts';

/** Triangles of a part that a camera can see, as vertex indices. */
export interface VisibleTriangles {
  /** Opaque triangles, nearest first, so that early depth tests reject the hidden ones. */
  readonly solid: Uint32Array;
  /** Triangles with visible blended edges, farthest first. */
  readonly wisps: Uint32Array;
}

/** All hair triangles of an actor, numbered across parts, with their visibility over all head rotations. */
export interface HairTriangles {
  readonly parts: readonly { part: Part; mask: AlphaMask; first: number }[];
  /** Number of cells that each triangle covers. */
  readonly area: Float64Array;
  /** Number of cells in which each triangle is foremost. */
  readonly solid: Float64Array;
  /** 1 for triangles that are visible or nearly visible. */
  readonly nearlyVisible: Uint8Array;
  /** Total alpha of the blended edges of each triangle, weighted by visibility. */
  readonly wisps: Float64Array;
}

/** Numbers the hair triangles, using the alpha mask of each part. */
export function numberTriangles(hair: readonly Part[], maskOfPart: (part: Part) => AlphaMask): HairTriangles {
  let count = 0;
  const parts = hair.map((part) => {
    const first = count;
    count += part.indices.length / 3;
    return { part, mask: maskOfPart(part), first };
  });
  const zeros = (): Float64Array => new Float64Array(count);
  return { parts, area: zeros(), solid: zeros(), wisps: zeros(), nearlyVisible: new Uint8Array(count) };
}

/** Adds the neighbors of nearly visible triangles, which could show between two cells or two head rotations. */
export function growNearlyVisible({ parts, nearlyVisible }: HairTriangles): void {
  for (const { part, first } of parts) {
    const touched = new Uint8Array(part.positions.length / 3);
    for (const [k, vertex] of part.indices.entries()) if (nearlyVisible[first + Math.floor(k / 3)]) touched[vertex] = 1;
    for (const [k, vertex] of part.indices.entries()) if (touched[vertex]) nearlyVisible[first + Math.floor(k / 3)] = 1;
  }
}

/** Returns the selected triangles of a part, sorted by distance at rest. @param first number of the first triangle in the part */
export function sortByDistance(
  part: Part,
  first: number,
  selected: Record<keyof VisibleTriangles, Uint8Array>,
  camera: Camera,
): VisibleTriangles {
  const { indices, positions } = part;
  const [x, y, z] = camera.position;
  const vertexDistances = new Float64Array(positions.length / 3);
  for (let vertex = 0; vertex < vertexDistances.length; vertex++) {
    const at = vertex * 3;
    vertexDistances[vertex] = Math.hypot(positions[at]! - x, positions[at + 1]! - y, positions[at + 2]! - z);
  }
  const triangleDistances = new Float64Array(indices.length / 3);
  for (let corner = 0; corner < indices.length; corner++) {
    triangleDistances[Math.floor(corner / 3)]! += vertexDistances[indices[corner]!]!;
  }
  const pick = (marked: Uint8Array, sign: 1 | -1): Uint32Array => {
    const triangles = [...triangleDistances.keys()].filter((triangle) => marked[first + triangle]);
    triangles.sort((a, b) => sign * (triangleDistances[a]! - triangleDistances[b]!) || a - b);
    const picked = new Uint32Array(triangles.length * 3);
    for (const [k, triangle] of triangles.entries()) {
      picked.set(indices.subarray(triangle * 3, triangle * 3 + 3), k * 3);
    }
    return picked;
  };
  return { solid: pick(selected.solid, 1), wisps: pick(selected.wisps, -1) };
}
