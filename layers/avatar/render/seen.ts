import type { ActorModel, Part } from '../model/index.ts';
import type { Camera } from './camera.ts';
import { createGrid, type Grid, type Mask, maskOf, OPAQUE, placeVertices, scanPart } from './grid.ts';
import { CUTOFF } from './materials.ts';
import { multiply } from './matrix.ts';
import { poseActor } from './posture.ts';
import { FAINTEST } from './shader/index.ts';
import type { Mips } from './textures.ts';

/** Triangles of a part that a camera can see, as indices of its vertices. */
export interface Seen {
  /** The nearest first: they hide the others, which then cost little. */
  readonly solid: Uint32Array;
  /** Those with blended edges that nothing hides, the furthest first. */
  readonly wisps: Uint32Array;
}

/** Rows of the small picture in which hidden triangles are found. */
const ROWS = 240;

/** How the head is turned, radians: what is hidden in all of these is hidden in between. */
const TURNS = [-0.3, 0, 0.3];
const NODS = [-0.2, 0, 0.2];

/** What lies no further than this behind the foremost strand counts as seen, metres. */
const TOLERANCE = 0.003;

/**
 * Finds the triangles of an actor's hair that can be seen. Hair is layer upon layer, and most of it is hidden; drawing it all is
 * what costs most in a frame.
 *
 * @param images the textures of hair, by their index
 * @param aspect width over height of the frame
 */
export function findSeen(
  actor: ActorModel,
  images: ReadonlyMap<number, Mips>,
  camera: Camera,
  aspect: number,
): Map<Part, Seen> {
  const hair = actor.parts.filter(({ substance }) => substance === 'hair');
  const around = actor.parts.filter(({ substance }) => substance === 'skin' || substance === 'cloth');
  const marks = new Map(hair.map((part) => [part, { solid: flags(part), wisps: flags(part) }]));
  if (hair.length === 0) return new Map();
  const channels = new Map([
    ['headYaw', Float32Array.from(NODS.flatMap(() => TURNS))],
    ['headPitch', Float32Array.from(NODS.flatMap((nod) => TURNS.map(() => nod)))],
  ]);
  const frames = TURNS.length * NODS.length;
  const masks = new Map([...images].map(([index, image]) => [index, maskOf(image)]));
  const maskOfPart = ({ material: { colour = -1 } }: Part): Mask => masks.get(colour) ?? OPAQUE;
  const grid = createGrid(Math.max(2, Math.round(ROWS * aspect)), ROWS);
  for (let frame = 0; frame < frames; frame++) {
    const { joints } = poseActor(actor, { fps: 1, frames, channels }, camera, frame);
    const matrices = joints.map((joint) => multiply(camera.viewProjection, joint));
    const places = hair.map((part) => placeVertices(part, matrices, grid));
    grid.nearest.fill(Number.POSITIVE_INFINITY);
    grid.covered.fill(0);
    for (const part of around) hide(grid, part, placeVertices(part, matrices, grid), OPAQUE, 0);
    for (const [k, part] of hair.entries()) hide(grid, part, places[k]!, maskOfPart(part), 1);
    const depths = openEdges(grid);
    for (const [k, part] of hair.entries()) mark(grid, depths, part, places[k]!, maskOfPart(part), marks.get(part)!);
  }
  return new Map(hair.map((part) => [part, order(part, marks.get(part)!, camera)]));
}

const flags = ({ indices }: Part): Uint8Array => new Uint8Array(indices.length / 3);

/** Enters a part into the grid. @param covers 1 for hair, 0 for what hair may be seen before */
function hide(grid: Grid, part: Part, places: Float32Array, mask: Mask, covers: 0 | 1): void {
  const { nearest, covered } = grid;
  scanPart(grid, part, places, mask, (_, cell, distance, tile) => {
    if (mask.middle[tile]! < CUTOFF * 255 || distance >= nearest[cell]!) return;
    nearest[cell] = distance;
    covered[cell] = covers;
  });
}

/**
 * How far one can see into each cell. Beside a cell without hair one sees as far as there: a strand at the edge is narrower than
 * a cell.
 */
function openEdges({ width, height, nearest, covered }: Grid): Float32Array {
  const depths = nearest.slice();
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const cell = y * width + x;
      if (covered[cell]) continue;
      const distance = nearest[cell]!;
      for (let row = cell - width; row <= cell + width; row += width) {
        for (let to = row - 1; to <= row + 1; to++) if (distance > depths[to]!) depths[to] = distance;
      }
    }
  }
  return depths;
}

/** Marks the triangles of a part of which something is seen. */
function mark(
  grid: Grid,
  depths: Float32Array,
  part: Part,
  places: Float32Array,
  mask: Mask,
  { solid, wisps }: Marks,
): void {
  scanPart(grid, part, places, mask, (triangle, cell, distance, tile) => {
    if (distance > depths[cell]! + TOLERANCE) return;
    if (mask.most[tile]! >= CUTOFF * 255) solid[triangle] = 1;
    if (mask.most[tile]! >= FAINTEST * 255 && mask.least[tile]! < CUTOFF * 255) wisps[triangle] = 1;
  });
}

/** Which triangles of a part are seen. */
interface Marks {
  solid: Uint8Array;
  wisps: Uint8Array;
}

/** Marks what touches a seen triangle too: between two cells, or two turns of the head, a little more is seen of a strand. */
function grow({ indices, positions }: Part, marked: Uint8Array): Uint8Array {
  const touched = new Uint8Array(positions.length / 3);
  for (const [k, vertex] of indices.entries()) if (marked[Math.floor(k / 3)]) touched[vertex] = 1;
  return marked.map(
    (_, k) => touched[indices[k * 3]!]! | touched[indices[k * 3 + 1]!]! | touched[indices[k * 3 + 2]!]!,
  );
}

function order(part: Part, marks: Marks, camera: Camera): Seen {
  const { indices, positions } = part;
  const distance = Float64Array.from(marks.solid, (_, triangle) => {
    let sum = 0;
    for (let corner = 0; corner < 3; corner++) {
      const at = indices[triangle * 3 + corner]! * 3;
      const [x, y, z] = camera.position;
      sum += Math.hypot(positions[at]! - x, positions[at + 1]! - y, positions[at + 2]! - z);
    }
    return sum;
  });
  const pick = (wanted: Uint8Array, sign: 1 | -1): Uint32Array => {
    const triangles = [...wanted.keys()].filter((triangle) => wanted[triangle]);
    triangles.sort((a, b) => sign * (distance[a]! - distance[b]!) || a - b);
    return Uint32Array.from(triangles.flatMap((triangle) => [...indices.subarray(triangle * 3, triangle * 3 + 3)]));
  };
  return { solid: pick(grow(part, marks.solid), 1), wisps: pick(marks.wisps, -1) };
}
