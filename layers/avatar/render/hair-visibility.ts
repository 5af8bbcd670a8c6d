import type { ActorModel, Part } from '../model/index.ts';
import type { Camera } from './camera.ts';
import { CoveredCells } from './covered-cells.ts';
import {
  type AlphaMask,
  alphaMaskOf,
  createDepthGrid,
  type DepthGrid,
  OPAQUE,
  projectVertices,
  rasterizePart,
} from './depth-grid.ts';
import { ALPHA_CUTOFF } from './materials.ts';
import { multiply } from './matrix.ts';
import { poseActor } from './pose.ts';
import { MIN_STRAND_ALPHA } from './shader/index.ts';
import type { Mips } from './textures.ts';

/** Triangles of a part that a camera can see, as vertex indices. */
export interface VisibleTriangles {
  /** Opaque triangles, nearest first: early depth tests then reject the hidden ones. */
  readonly solid: Uint32Array;
  /** Triangles with visible blended edges, farthest first. */
  readonly wisps: Uint32Array;
}

/** Rows of the depth grid for the visibility test. */
const GRID_ROWS = 240;

/** Head rotations of speech, yaw and pitch in radians. A triangle that is hidden in all of them counts as hidden. */
const HEAD_ROTATIONS = [
  [0, 0],
  [-0.3, -0.15],
  [0.3, -0.15],
  [0, 0.2],
] as const;

/**
 * Share of the visible hair that is drawn, starting with the triangles of which the greatest share is visible. The rest
 * has other hair behind it and would double the cost.
 */
const DRAWN_SHARE = { solid: 0.9, wisps: 0.7 } as const;

/**
 * Visibility of a blended edge in front of other hair, relative to one in front of skin or background: other hair has a
 * similar colour.
 */
const HAIR_BEHIND_WEIGHT = 0.1;

/**
 * Opaque triangles in a cell from which it counts as closed. Cells are larger than pixels: through the gaps of a single
 * triangle, what is behind the hair shows.
 */
const CLOSED_LAYERS = 2;

/** Weight of opaque hair in an open cell if its triangle is drawn already: only its edges are missing. */
const DRAWN_WEIGHT = 0.5;

/** Budget: visible triangles are all drawn until they cover the hair's area in the image this many times. */
const BUDGET_LAYERS = 2;

/** Greatest alpha, 0..255, that is blended. */
const BLENDED_ALPHA = Math.ceil(ALPHA_CUTOFF * 255) - 1;

/** A triangle this near behind the foremost strand counts as nearly visible, metres. */
const TOLERANCE = 0.003;

/**
 * Finds the triangles of an actor's hair that are worth drawing. Hair has many layers, most of them hidden, and drawing
 * all of it dominates the time of a frame.
 *
 * @param images textures of the hair, by their index
 * @param aspect width / height of the frame
 */
export function findVisibleHair(
  actor: ActorModel,
  images: ReadonlyMap<number, Mips>,
  camera: Camera,
  aspect: number,
): Map<Part, VisibleTriangles> {
  const hair = actor.parts.filter(({ substance }) => substance === 'hair');
  if (hair.length === 0) return new Map();
  const occluders = actor.parts.filter(({ substance }) => substance === 'skin' || substance === 'cloth');
  const masks = new Map([...images].map(([index, image]) => [index, alphaMaskOf(image)]));
  const triangles = numberTriangles(hair, ({ material: { colour = -1, alpha } }) => {
    const mask = masks.get(colour) ?? OPAQUE;
    // Fine hair hides nothing: all of it is blended.
    return alpha === 'blend' ? { ...mask, alpha: mask.alpha.map((value) => Math.min(value, BLENDED_ALPHA)) } : mask;
  });
  const channels = new Map([
    ['headYaw', Float32Array.from(HEAD_ROTATIONS, ([yaw]) => yaw)],
    ['headPitch', Float32Array.from(HEAD_ROTATIONS, ([, pitch]) => pitch)],
  ]);
  const covered = new CoveredCells();
  const rotations = HEAD_ROTATIONS.map((_, turn) => {
    const grid = createDepthGrid(Math.max(2, Math.round(GRID_ROWS * aspect)), GRID_ROWS);
    const { joints } = poseActor(actor, { fps: 1, frames: HEAD_ROTATIONS.length, channels }, camera, turn);
    const matrices = joints.map((joint) => multiply(camera.viewProjection, joint));
    for (const part of occluders) rasterizeOccluder(grid, part, projectVertices(part, matrices, grid));
    const bare = grid.nearest.slice();
    covered.clear();
    for (const { part, mask, first } of triangles.parts) {
      rasterizePart(grid, part, projectVertices(part, matrices, grid), mask, (triangle, cell, distance, tile) =>
        covered.add(first + triangle, cell, distance, mask.alpha[tile]!),
      );
    }
    return { grid, ...addVisibility(grid, triangles, covered, bare) };
  });
  growNearlyVisible(triangles);
  const budget = BUDGET_LAYERS * triangles.solid.reduce((sum, cells) => sum + cells, 0);
  const solid = selectMostVisible(triangles, triangles.nearlyVisible, triangles.solid, {
    share: DRAWN_SHARE.solid,
    budget,
  });
  for (const { grid, covers } of rotations) fillHoles(grid, covers, solid, triangles.solid);
  for (const { grid, covers, edges } of rotations) addEdges(grid, { covers, edges }, solid, triangles.wisps);
  const wisps = selectMostVisible(triangles, triangles.wisps, triangles.wisps, { share: DRAWN_SHARE.wisps, budget: 0 });
  return new Map(
    triangles.parts.map(({ part, first }) => [part, sortByDistance(part, first, { solid, wisps }, camera)]),
  );
}

/** All triangles of an actor's hair, numbered across its parts, with their visibility over all head rotations. */
interface HairTriangles {
  readonly parts: readonly { part: Part; mask: AlphaMask; first: number }[];
  /** Cells that the triangle covers. */
  readonly area: Float64Array;
  /** Cells in which the triangle is foremost. */
  readonly solid: Float64Array;
  /** 1 if the triangle is visible or nearly visible. */
  readonly nearlyVisible: Uint8Array;
  /** Sum of the visible alpha of its blended edges, weighted by visibility. */
  readonly wisps: Float64Array;
}

function numberTriangles(hair: readonly Part[], maskOfPart: (part: Part) => AlphaMask): HairTriangles {
  let count = 0;
  const parts = hair.map((part) => {
    const first = count;
    count += part.indices.length / 3;
    return { part, mask: maskOfPart(part), first };
  });
  const zeros = (): Float64Array => new Float64Array(count);
  return { parts, area: zeros(), solid: zeros(), wisps: zeros(), nearlyVisible: new Uint8Array(count) };
}

function rasterizeOccluder(grid: DepthGrid, part: Part, projected: Float32Array): void {
  const { nearest } = grid;
  rasterizePart(grid, part, projected, OPAQUE, (_, cell, distance) => {
    if (distance < nearest[cell]!) nearest[cell] = distance;
  });
}

/** What hair covers at one head rotation. */
interface Coverage {
  /** Pairs of triangle and cell: which opaque triangles cover which cells. */
  readonly covers: Int32Array;
  /** Triples of triangle, cell and alpha, 0..255: all hair before skin and cloth; negative behind or within opaque hair. */
  readonly edges: Int32Array;
}

/**
 * Adds the visibility of opaque triangles for one head rotation.
 *
 * @param bare distance of skin or cloth in each cell, metres: hair behind it covers nothing
 */
function addVisibility(
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

/**
 * Adds the visibility of blended edges for one head rotation.
 *
 * @param selected opaque triangles that are drawn
 * @param wisps visibility by triangle, which is added to
 */
function addEdges(
  { foremost }: DepthGrid,
  { covers, edges }: Coverage,
  selected: Uint8Array,
  wisps: Float64Array,
): void {
  const layers = new Uint16Array(foremost.length);
  for (let k = 0; k < covers.length; k += 2) if (selected[covers[k]!]) layers[covers[k + 1]!]!++;
  // Hair without any gap closes a cell alone.
  for (let k = 0; k < edges.length; k += 3)
    if (edges[k + 2] === -255 && selected[edges[k]!]) layers[edges[k + 1]!] = CLOSED_LAYERS;
  for (let k = 0; k < edges.length; k += 3) {
    const [triangle, alpha] = [edges[k]!, edges[k + 2]!];
    if (layers[edges[k + 1]!]! >= CLOSED_LAYERS) wisps[triangle]! += Math.max(0, alpha) * HAIR_BEHIND_WEIGHT;
    else wisps[triangle]! += Math.abs(alpha) * (selected[triangle] && -alpha > BLENDED_ALPHA ? DRAWN_WEIGHT : 1);
  }
}

/**
 * Extends the nearly visible triangles to their neighbours: parts of them may show between two cells or two head
 * rotations.
 */
function growNearlyVisible({ parts, nearlyVisible }: HairTriangles): void {
  for (const { part, first } of parts) {
    const touched = new Uint8Array(part.positions.length / 3);
    for (const [k, vertex] of part.indices.entries()) if (nearlyVisible[first + Math.floor(k / 3)]) touched[vertex] = 1;
    for (const [k, vertex] of part.indices.entries()) if (touched[vertex]) nearlyVisible[first + Math.floor(k / 3)] = 1;
  }
}

/**
 * Selects the foremost triangle of each cell that no selected triangle covers; otherwise there would be holes in the
 * hair. Each covers other cells too, and those with the largest visible area are selected first.
 *
 * @param covers pairs of triangle and cell, from `addVisibility`
 */
function fillHoles({ foremost }: DepthGrid, covers: Int32Array, selected: Uint8Array, visible: Float64Array): void {
  const cells = new Map<number, number[]>();
  const covered = new Uint8Array(foremost.length);
  for (let k = 0; k < covers.length; k += 2) {
    const [triangle, cell] = [covers[k]!, covers[k + 1]!];
    if (selected[triangle]) covered[cell] = 1;
    const list = cells.get(triangle);
    if (list) list.push(cell);
    else cells.set(triangle, [cell]);
  }
  const holes = [...foremost.keys()].filter((cell) => foremost[cell]! >= 0 && !covered[cell]);
  holes.sort((a, b) => visible[foremost[b]!]! - visible[foremost[a]!]! || a - b);
  for (const hole of holes) {
    if (covered[hole]) continue;
    selected[foremost[hole]!] = 1;
    for (const cell of cells.get(foremost[hole]!) ?? []) covered[cell] = 1;
  }
}

/**
 * Selects the triangles with the greatest visible share, until they show enough of the whole and the budget is spent.
 *
 * @param candidates triangles that may be selected: all that are not 0
 * @param share of the visible cells, 0..1
 * @param budget cells that may be drawn
 */
function selectMostVisible(
  { area }: HairTriangles,
  candidates: ArrayLike<number>,
  visible: Float64Array,
  { share, budget }: { share: number; budget: number },
): Uint8Array {
  const selected = new Uint8Array(visible.length);
  const sorted = [...visible.keys()].filter((triangle) => candidates[triangle]! > 0);
  const visibleShare = (triangle: number): number => visible[triangle]! / Math.max(1, area[triangle]!);
  sorted.sort((a, b) => visibleShare(b) - visibleShare(a) || a - b);
  let remaining = share * visible.reduce((sum, value) => sum + value, 0);
  let remainingBudget = budget;
  for (const triangle of sorted) {
    if (remaining <= 0 && remainingBudget <= 0) break;
    remaining -= visible[triangle]!;
    remainingBudget -= area[triangle]!;
    selected[triangle] = 1;
  }
  return selected;
}

/**
 * Returns the selected triangles of a part, sorted by distance at rest.
 *
 * @param first number of the part's first triangle
 */
function sortByDistance(
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
