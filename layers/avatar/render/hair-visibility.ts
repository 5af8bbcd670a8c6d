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
import { FAINTEST } from './shader/index.ts';
import type { Mips } from './textures.ts';

/** Triangles of a part that a camera can see, as indices of its vertices. */
export interface VisibleTriangles {
  /** The nearest first: they hide the others, which then cost little. */
  readonly solid: Uint32Array;
  /** Those with blended edges that nothing hides, the furthest first. */
  readonly wisps: Uint32Array;
}

/** Rows of the small picture in which is found what hides what. */
const ROWS = 240;

/** How the head is turned to the side and down, radians, as far as it goes in speech: what is hidden in all of these is taken to be hidden. */
const TURNS = [
  [0, 0],
  [-0.3, -0.15],
  [0.3, -0.15],
  [0, 0.2],
] as const;

/**
 * How much is drawn of all that is seen of the hair, beginning with the triangles of which the greatest share is seen. What is left
 * out has other hair behind it, and would cost as much again.
 */
const DRAWN = { solid: 0.97, wisps: 0.8 } as const;

/** An edge before other hair is seen by so much less than one before skin or the background, which are of another colour. */
const BEFORE_HAIR = 0.3;

/** How many times over the picture of the hair may be drawn before anything that is seen is left out. */
const LAYERS = 3;

/** What lies no further than this behind the foremost strand is nearly seen, metres. */
const TOLERANCE = 0.003;

/**
 * Finds the triangles of an actor's hair that are worth drawing. Hair is layer upon layer, and most of it is hidden; drawing it all
 * is what costs most in a frame.
 *
 * @param images the textures of hair, by their index
 * @param aspect width over height of the frame
 */
export function findVisibleHair(
  actor: ActorModel,
  images: ReadonlyMap<number, Mips>,
  camera: Camera,
  aspect: number,
): Map<Part, VisibleTriangles> {
  const hair = actor.parts.filter(({ substance }) => substance === 'hair');
  if (hair.length === 0) return new Map();
  const around = actor.parts.filter(({ substance }) => substance === 'skin' || substance === 'cloth');
  const masks = new Map([...images].map(([index, image]) => [index, alphaMaskOf(image)]));
  const locks = numberLocks(hair, ({ material: { colour = -1 } }) => masks.get(colour) ?? OPAQUE);
  const channels = new Map([
    ['headYaw', Float32Array.from(TURNS, ([yaw]) => yaw)],
    ['headPitch', Float32Array.from(TURNS, ([, pitch]) => pitch)],
  ]);
  const visits = new CoveredCells();
  const turns = TURNS.map((_, turn) => {
    const grid = createDepthGrid(Math.max(2, Math.round(ROWS * aspect)), ROWS);
    const { joints } = poseActor(actor, { fps: 1, frames: TURNS.length, channels }, camera, turn);
    const matrices = joints.map((joint) => multiply(camera.viewProjection, joint));
    for (const part of around) hide(grid, part, projectVertices(part, matrices, grid));
    const bare = grid.nearest.slice();
    visits.clear();
    for (const { part, mask, first } of locks.parts) {
      rasterizePart(grid, part, projectVertices(part, matrices, grid), mask, (triangle, cell, distance, tile) =>
        visits.add(first + triangle, cell, distance, mask.alpha[tile]!),
      );
    }
    return { grid, covers: addView(grid, locks, visits, bare) };
  });
  growGlimpsed(locks);
  const budget = LAYERS * locks.solid.reduce((sum, cells) => sum + cells, 0);
  const solid = choose(locks, locks.glimpsed, locks.solid, { share: DRAWN.solid, budget });
  const wisps = choose(locks, locks.wisps, locks.wisps, { share: DRAWN.wisps, budget: 0 });
  for (const { grid, covers } of turns) fillGaps(grid, covers, solid);
  return new Map(locks.parts.map(({ part, first }) => [part, order(part, first, { solid, wisps }, camera)]));
}

/** All triangles of an actor's hair, numbered through its parts, and what the turns of the head show of each. */
interface Locks {
  readonly parts: readonly { part: Part; mask: AlphaMask; first: number }[];
  /** Cells that it covers. */
  readonly area: Float64Array;
  /** Cells in which it is what is seen. */
  readonly solid: Float64Array;
  /** Whether it is seen, or nearly: 0 or 1. */
  readonly glimpsed: Uint8Array;
  /** Sum of the alpha of its blended edges where they are seen, by how well they are. */
  readonly wisps: Float64Array;
}

function numberLocks(hair: readonly Part[], maskOfPart: (part: Part) => AlphaMask): Locks {
  let count = 0;
  const parts = hair.map((part) => {
    const first = count;
    count += part.indices.length / 3;
    return { part, mask: maskOfPart(part), first };
  });
  const zeros = (): Float64Array => new Float64Array(count);
  return { parts, area: zeros(), solid: zeros(), wisps: zeros(), glimpsed: new Uint8Array(count) };
}

function hide(grid: DepthGrid, part: Part, places: Float32Array): void {
  const { nearest } = grid;
  rasterizePart(grid, part, places, OPAQUE, (_, cell, distance) => {
    if (distance < nearest[cell]!) nearest[cell] = distance;
  });
}

/**
 * Adds what one turn of the head shows.
 *
 * @param bare how far away each cell's skin or cloth is: hair behind it covers nothing
 * @returns which solid triangles cover which cells, in pairs of numbers
 */
function addView(
  { nearest, foremost }: DepthGrid,
  { area, solid, glimpsed, wisps }: Locks,
  visits: CoveredCells,
  bare: Float32Array,
): Int32Array {
  const { count, locks, cells, distances, alphas } = visits;
  const covers = new Int32Array(count * 2);
  let covering = 0;
  for (let k = 0; k < count; k++) {
    const lock = locks[k]!;
    const cell = cells[k]!;
    const distance = distances[k]!;
    area[lock]!++;
    if (alphas[k]! < ALPHA_CUTOFF * 255) continue;
    if (distance < bare[cell]!) {
      covers[covering++] = lock;
      covers[covering++] = cell;
    }
    if (distance >= nearest[cell]!) continue;
    nearest[cell] = distance;
    foremost[cell] = lock;
  }
  for (let cell = 0; cell < foremost.length; cell++) if (foremost[cell]! >= 0) solid[foremost[cell]!]!++;
  for (let k = 0; k < count; k++) {
    const cell = cells[k]!;
    const alpha = alphas[k]!;
    if (alpha >= ALPHA_CUTOFF * 255) {
      if (distances[k]! <= nearest[cell]! + TOLERANCE) glimpsed[locks[k]!] = 1;
    } else if (alpha >= FAINTEST * 255 && distances[k]! < nearest[cell]!)
      wisps[locks[k]!]! += foremost[cell]! >= 0 ? alpha * BEFORE_HAIR : alpha;
  }
  return covers.slice(0, covering);
}

/** What touches something glimpsed is glimpsed too: between two cells, or two turns of the head, a little of it is seen. */
function growGlimpsed({ parts, glimpsed }: Locks): void {
  for (const { part, first } of parts) {
    const touched = new Uint8Array(part.positions.length / 3);
    for (const [k, vertex] of part.indices.entries()) if (glimpsed[first + Math.floor(k / 3)]) touched[vertex] = 1;
    for (const [k, vertex] of part.indices.entries()) if (touched[vertex]) glimpsed[first + Math.floor(k / 3)] = 1;
  }
}

/** Marks what alone covers a cell: where it is left out, one would see through the hair. @param covers as `look` finds them */
function fillGaps({ foremost }: DepthGrid, covers: Int32Array, marked: Uint8Array): void {
  const covered = new Uint8Array(foremost.length);
  for (let k = 0; k < covers.length; k += 2) if (marked[covers[k]!]) covered[covers[k + 1]!] = 1;
  for (const [cell, lock] of foremost.entries()) if (lock >= 0 && !covered[cell]) marked[lock] = 1;
}

/**
 * Marks the triangles of which the greatest share is seen, until they show enough of the whole and the budget is spent.
 *
 * @param candidates what may be marked: all that is not 0
 * @param share of what is seen, 0..1
 * @param budget cells that may be drawn
 */
function choose(
  { area }: Locks,
  candidates: ArrayLike<number>,
  seen: Float64Array,
  { share, budget }: { share: number; budget: number },
): Uint8Array {
  const marked = new Uint8Array(seen.length);
  const sorted = [...seen.keys()].filter((lock) => candidates[lock]! > 0);
  const part = (lock: number): number => seen[lock]! / Math.max(1, area[lock]!);
  sorted.sort((a, b) => part(b) - part(a) || a - b);
  let left = share * seen.reduce((sum, value) => sum + value, 0);
  let spare = budget;
  for (const lock of sorted) {
    if (left <= 0 && spare <= 0) break;
    left -= seen[lock]!;
    spare -= area[lock]!;
    marked[lock] = 1;
  }
  return marked;
}

/** The chosen triangles of a part, sorted by how far they are at rest. @param first its first one's number */
function order(
  part: Part,
  first: number,
  chosen: Record<keyof VisibleTriangles, Uint8Array>,
  camera: Camera,
): VisibleTriangles {
  const { indices, positions } = part;
  const [x, y, z] = camera.position;
  const distances = new Float64Array(positions.length / 3);
  for (let vertex = 0; vertex < distances.length; vertex++) {
    const at = vertex * 3;
    distances[vertex] = Math.hypot(positions[at]! - x, positions[at + 1]! - y, positions[at + 2]! - z);
  }
  const distance = new Float64Array(indices.length / 3);
  for (let corner = 0; corner < indices.length; corner++) {
    distance[Math.floor(corner / 3)]! += distances[indices[corner]!]!;
  }
  const pick = (marks: Uint8Array, sign: 1 | -1): Uint32Array => {
    const triangles = [...distance.keys()].filter((triangle) => marks[first + triangle]);
    triangles.sort((a, b) => sign * (distance[a]! - distance[b]!) || a - b);
    const picked = new Uint32Array(triangles.length * 3);
    for (const [k, triangle] of triangles.entries()) {
      picked.set(indices.subarray(triangle * 3, triangle * 3 + 3), k * 3);
    }
    return picked;
  };
  return { solid: pick(chosen.solid, 1), wisps: pick(chosen.wisps, -1) };
}
