import type { ActorModel, Part } from '../model/index.ts';
import type { Camera } from './camera.ts';
import { type Matrix, multiply, type Vector } from './matrix.ts';

/** A rectangle in a frame, in pixels from the upper left corner. All four values are even, because chroma has half the resolution. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Bounding box, in meters, of vertices that are close together at rest and move with the same joint. */
interface Box {
  readonly joint: number;
  readonly low: Vector;
  readonly high: Vector;
}

/** Boxes that together contain all vertices of an actor. */
export type Extent = readonly Box[];

/** Size of the cells that vertices are grouped into, in meters. Smaller cells follow the outline more closely, but are more numerous. */
const CELL = 0.12;
const CELLS = 1024;
/** More joints than any actor has. */
const MAX_JOINTS = 256;
/** How many full-weight shapes may add up at a vertex. */
const SHAPES_AT_ONCE = 1.5;
/** Weight below which a joint hardly moves a vertex. */
const MIN_WEIGHT = 0.01;
/** How many pixels around the actor anti-aliasing may change. */
const MARGIN = 4;

/** Computes bounding boxes of the vertices of each joint, with room for blend shapes. */
export function findExtent({ parts }: ActorModel): Extent {
  const boxes = new Map<number, { joint: number; low: [number, number, number]; high: [number, number, number] }>();
  for (const part of parts) {
    const { positions, joints, weights } = part;
    const displacements = displacementsOf(part);
    for (let influence = 0; influence < weights.length; influence++) {
      if (weights[influence]! < MIN_WEIGHT) continue;
      const vertex = influence >> 2;
      const joint = joints[influence]!;
      const key = cellOf(positions, vertex) * MAX_JOINTS + joint;
      let box = boxes.get(key);
      if (!box) {
        box = { joint, low: [9, 9, 9], high: [-9, -9, -9] };
        boxes.set(key, box);
      }
      const most = SHAPES_AT_ONCE * displacements[vertex]!;
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[vertex * 3 + axis]!;
        if (value - most < box.low[axis]!) box.low[axis] = value - most;
        if (value + most > box.high[axis]!) box.high[axis] = value + most;
      }
    }
  }
  return [...boxes.values()];
}

/** Returns the number of the cell that contains a vertex. Actors are only a few meters in size. */
function cellOf(positions: Float32Array, vertex: number): number {
  let cell = 0;
  for (let axis = 0; axis < 3; axis++) cell = cell * CELLS + Math.floor(positions[vertex * 3 + axis]! / CELL) + CELLS / 2;
  return cell;
}

/** Returns the largest displacement of each vertex by any single blend shape, in meters. */
function displacementsOf({ positions, morphs }: Part): Float32Array {
  const most = new Float32Array(positions.length / 3);
  for (const { vertices, positions: moved } of morphs.values())
    for (let k = 0; k < vertices.length; k++) {
      const squared = moved[k * 3]! ** 2 + moved[k * 3 + 1]! ** 2 + moved[k * 3 + 2]! ** 2;
      if (squared > most[vertices[k]!]!) most[vertices[k]!] = squared;
    }
  return most.map(Math.sqrt);
}

/** Returns a rectangle that contains the actor in a pose. */
export function rectangleOf(
  extent: Extent,
  joints: readonly Matrix[],
  { viewProjection }: Camera,
  frame: { width: number; height: number },
): Rectangle {
  let [left, top, right, bottom] = [frame.width, frame.height, 0, 0];
  const matrices = joints.map((joint) => multiply(viewProjection, joint));
  for (const { joint, low, high } of extent) {
    const m = matrices[joint]!;
    let [l, t, r, b] = [frame.width, frame.height, 0, 0];
    for (let corner = 0; corner < 8; corner++) {
      const [x, y, z] = [(corner & 1 ? high : low)[0], (corner & 2 ? high : low)[1], (corner & 4 ? high : low)[2]];
      const w = m[3]! * x + m[7]! * y + m[11]! * z + m[15]!;
      const px = (((m[0]! * x + m[4]! * y + m[8]! * z + m[12]!) / w + 1) / 2) * frame.width;
      const py = ((1 - (m[1]! * x + m[5]! * y + m[9]! * z + m[13]!) / w) / 2) * frame.height;
      l = Math.min(l, px);
      r = Math.max(r, px);
      t = Math.min(t, py);
      b = Math.max(b, py);
    }
    // Vertices outside the frame, such as arms below it, don't widen the rectangle.
    if (l >= frame.width || r <= 0 || t >= frame.height || b <= 0) continue;
    [left, top, right, bottom] = [Math.min(left, l), Math.min(top, t), Math.max(right, r), Math.max(bottom, b)];
  }
  const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));
  const x = clamp(Math.floor((left - MARGIN) / 2) * 2, frame.width - 2);
  const y = clamp(Math.floor((top - MARGIN) / 2) * 2, frame.height - 2);
  return {
    x,
    y,
    width: Math.max(2, clamp(Math.ceil((right + MARGIN) / 2) * 2, frame.width) - x),
    height: Math.max(2, clamp(Math.ceil((bottom + MARGIN) / 2) * 2, frame.height) - y),
  };
}
