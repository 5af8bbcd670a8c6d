import type { CoveredCells } from './covered-cells.ts';
import type { DepthGrid } from './depth-grid.ts';
import type { HairTriangles } from './hair-triangles.ts';
import { ALPHA_CUTOFF } from './materials.ts';
import { MIN_STRAND_ALPHA } from './shader/index.ts';

/** How visible a blended edge is over other hair, which has a similar color, relative to one over skin or the background. */
const HAIR_BEHIND_WEIGHT = 0.1;
/**
 * A cell with this many opaque triangles is closed. Cells are larger than pixels, so the background can show through gaps in one triangle.
 */
const CLOSED_LAYERS = 2;
/** Weight of opaque hair in an open cell if its triangle is already drawn and only the edges are missing. */
const DRAWN_WEIGHT = 0.5;
/** Maximum blended alpha, 0..255. */
export const BLENDED_ALPHA = Math.ceil(ALPHA_CUTOFF * 255) - 1;
/** A triangle closer than this behind the foremost strand, in meters, counts as nearly visible. */
const TOLERANCE = 0.003;

/** Hair coverage for one head rotation. */
export interface Coverage {
  /** Which opaque triangles cover which cells, as pairs of triangle and cell. */
  readonly covers: Int32Array;
  /** Triples of triangle, cell, and alpha for all hair in front of skin and cloth. Alpha is 0..255, negative behind or in opaque hair. */
  readonly edges: Int32Array;
}

/** Adds the visibility of opaque triangles for a head rotation. @param bare distance to skin or cloth by cell, in m, which hides hair */
export function addVisibility(
  { nearest, foremost }: DepthGrid,
  { area, solid, nearlyVisible }: HairTriangles,
  covered: CoveredCells,
  bare: Float32Array,
): Coverage {
  const { count, triangles, cells, distances, alphas } = covered;
  const covers = new Int32Array(count * 2);
  let pairs = 0;
  for (let k = 0; k < count; k++) {
    const triangle = triangles[k]!;
    const cell = cells[k]!;
    const distance = distances[k]!;
    area[triangle]!++;
    if (alphas[k]! < ALPHA_CUTOFF * 255) continue;
    if (distance < bare[cell]!) {
      covers[pairs++] = triangle;
      covers[pairs++] = cell;
    }
    if (distance >= nearest[cell]!) continue;
    nearest[cell] = distance;
    foremost[cell] = triangle;
  }
  for (let cell = 0; cell < foremost.length; cell++) if (foremost[cell]! >= 0) solid[foremost[cell]!]!++;
  const edges = new Int32Array(count * 3);
  let size = 0;
  for (let k = 0; k < count; k++) {
    const cell = cells[k]!;
    const alpha = alphas[k]!;
    if (alpha >= ALPHA_CUTOFF * 255) {
      if (distances[k]! <= nearest[cell]! + TOLERANCE) nearlyVisible[triangles[k]!] = 1;
    }
    if (alpha < MIN_STRAND_ALPHA * 255 || distances[k]! >= bare[cell]!) continue;
    const inFront = alpha < ALPHA_CUTOFF * 255 && distances[k]! < nearest[cell]!;
    edges[size++] = triangles[k]!;
    edges[size++] = cell;
    edges[size++] = inFront ? alpha : -alpha;
  }
  return { covers: covers.slice(0, pairs), edges: edges.slice(0, size) };
}

/** Adds the visibility of blended edges for a head rotation to `wisps`. @param capped 1 for cells with hair in front of a gapless cap */
export function addEdges(capped: Float32Array, { covers, edges }: Coverage, selected: Uint8Array, wisps: Float64Array): void {
  const layers = Uint16Array.from(capped, (value) => CLOSED_LAYERS * value);
  for (let k = 0; k < covers.length; k += 2) if (selected[covers[k]!]) layers[covers[k + 1]!]!++;
  // Hair without gaps closes a cell by itself.
  for (let k = 0; k < edges.length; k += 3) if (edges[k + 2] === -255 && selected[edges[k]!]) layers[edges[k + 1]!] = CLOSED_LAYERS;
  for (let k = 0; k < edges.length; k += 3) {
    const [triangle, alpha] = [edges[k]!, edges[k + 2]!];
    if (layers[edges[k + 1]!]! >= CLOSED_LAYERS) wisps[triangle]! += Math.max(0, alpha) * HAIR_BEHIND_WEIGHT;
    else wisps[triangle]! += Math.abs(alpha) * (selected[triangle] && -alpha > BLENDED_ALPHA ? DRAWN_WEIGHT : 1);
  }
}
