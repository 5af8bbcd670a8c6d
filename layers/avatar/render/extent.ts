import type { ActorModel } from '../model/index.ts';
import type { Camera } from './camera.ts';
import { type Matrix, transform, type Vector } from './matrix.ts';

/**
 * A rectangle of a frame, pixels from the upper left corner. All four values are even, because chroma has half the
 * resolution.
 */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Bounding box, at rest, of the vertices of each joint, metres; undefined for a joint without vertices. */
export type Extent = readonly (readonly [low: Vector, high: Vector] | undefined)[];

/** Largest displacement by morph targets, metres: an open jaw. Those of own avatars may be larger. */
const MAX_DISPLACEMENT = 0.03;

/** Pixels around the actor that anti-aliasing may change. */
const MARGIN = 4;

/** Computes the bounding box of each joint. */
export function findExtent(actor: ActorModel): Extent {
  const boxes = actor.joints.map(() => ({ low: [9, 9, 9], high: [-9, -9, -9] }));
  const most = largestDisplacement(actor);
  for (const { positions, joints, weights } of actor.parts) {
    for (let vertex = 0; vertex < positions.length / 3; vertex++) {
      for (let k = 0; k < 4; k++) {
        if (weights[vertex * 4 + k]! < 0.01) continue;
        const { low, high } = boxes[joints[vertex * 4 + k]!]!;
        for (let axis = 0; axis < 3; axis++) {
          const value = positions[vertex * 3 + axis]!;
          low[axis] = Math.min(low[axis]!, value - most);
          high[axis] = Math.max(high[axis]!, value + most);
        }
      }
    }
  }
  return boxes.map(({ low, high }) =>
    low[0]! > high[0]! ? undefined : ([low as unknown as Vector, high as unknown as Vector] as const),
  );
}

/** Shapes that add up at a vertex of an own avatar. */
const SHAPES_AT_ONCE = 1.5;

function largestDisplacement({ parts }: ActorModel): number {
  let most = MAX_DISPLACEMENT;
  for (const { substance, morphs } of parts)
    if (substance === 'generic')
      for (const { positions } of morphs.values())
        for (const value of positions) most = Math.max(most, SHAPES_AT_ONCE * Math.abs(value));
  return most;
}

/** Returns a rectangle that contains the actor in a pose. */
export function rectangleOf(
  extent: Extent,
  joints: readonly Matrix[],
  { viewProjection }: Camera,
  frame: { width: number; height: number },
): Rectangle {
  let [left, top, right, bottom] = [frame.width, frame.height, 0, 0];
  for (const [index, box] of extent.entries()) {
    if (!box) continue;
    for (let corner = 0; corner < 8; corner++) {
      const point: Vector = [box[corner & 1]![0], box[(corner >> 1) & 1]![1], box[(corner >> 2) & 1]![2]];
      const [wx, wy, wz] = transform(joints[index]!, point);
      const [x, y, , w] = transform(viewProjection, [wx, wy, wz]);
      const px = ((x / w + 1) / 2) * frame.width;
      const py = ((1 - y / w) / 2) * frame.height;
      [left, right] = [Math.min(left, px), Math.max(right, px)];
      [top, bottom] = [Math.min(top, py), Math.max(bottom, py)];
    }
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
