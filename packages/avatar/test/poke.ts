import type { ActorModel, Part } from '../src/model/index.ts';
import { type CameraId, measureActor, placeCamera } from '../src/render/camera.ts';
import { createDepthGrid, type DepthGrid, OPAQUE, projectVertices, rasterizePart } from '../src/render/depth-grid.ts';
import { multiply } from '../src/render/matrix.ts';
import { poseActor } from '../src/render/pose.ts';
import { clipOf } from './clips.ts';

/** Cloth that is within this distance behind skin should be in front of it, in meters. */
const CLOSE = 0.03;

/** Extreme rotations of the head during speech: to the actor's right, down, and toward the right shoulder, in radians. */
const TURNS = [
  [0, 0, 0],
  [-0.25, -0.12, 0.1],
  [0.25, 0.15, -0.1],
  [-0.15, 0.2, -0.08],
] as const;
export const POSTURES = TURNS.length;

/** Turns the head once per second while the actor breathes in and out once. */
const MOTION = clipOf(
  POSTURES,
  {
    headYaw: (k) => TURNS[k]![0],
    headPitch: (k) => TURNS[k]![1],
    headRoll: (k) => TURNS[k]![2],
  },
  1,
);

/**
 * Finds skin that pokes through clothes, which means that it is visible in front of cloth that is close behind it.
 *
 * @param rows number of rows in the picture that is searched, which has the aspect ratio of a video
 * @returns cells of the picture in which skin pokes through, by the first index of the skin triangle
 */
export function findPokes(actor: ActorModel, id: CameraId, posture: number, rows: number): Map<number, number> {
  const camera = placeCamera(id, measureActor(actor), 16 / 9);
  const grid = createDepthGrid(Math.round((rows * 16) / 9), rows);
  const { joints } = poseActor(actor, MOTION, camera, posture);
  const matrices = joints.map((joint) => multiply(camera.viewProjection, joint));
  const far = (): Float32Array => new Float32Array(grid.width * grid.height).fill(Number.POSITIVE_INFINITY);
  const [front, back, cloth] = [far(), far(), far()];
  const foremost = new Int32Array(front.length);
  const skin = actor.parts.find(({ substance }) => substance === 'skin')!;
  const places = projectVertices(skin, matrices, grid);
  const { toward, away } = partByFacing(skin, places);
  rasterizePart(grid, toward, places, OPAQUE, (triangle, cell, distance) => {
    if (distance >= front[cell]!) return;
    front[cell] = distance;
    foremost[cell] = triangle;
  });
  const nearest = (part: Part, at: Float32Array, into: Float32Array, behind?: Float32Array): void =>
    rasterizePart(grid, part, at, OPAQUE, (_, cell, distance) => {
      if (distance < into[cell]! && (!behind || distance > behind[cell]!)) into[cell] = distance;
    });
  nearest(away, places, back, front);
  for (const part of actor.parts) if (part.substance === 'cloth') nearest(part, projectVertices(part, matrices, grid), cloth);
  return count(grid, (cell) => {
    const depth = cloth[cell]! - front[cell]!;
    const pokes = depth > 0 && depth < CLOSE && cloth[cell]! < back[cell]!;
    return pokes ? 3 * foremost[cell]! : undefined;
  });
}

/** Splits a part into the triangles that face the camera and those that face away from it. */
function partByFacing(part: Part, places: Float32Array): { toward: Part; away: Part } {
  const indices: [number[], number[]] = [[], []];
  for (let t = 0; t < part.indices.length; t += 3) {
    const corners = part.indices.subarray(t, t + 3);
    const [a, b, c] = [...corners].map((v) => 3 * v) as [number, number, number];
    const [x, y] = [places[a]!, places[a + 1]!];
    const turn = (places[b]! - x) * (places[c + 1]! - y) - (places[c]! - x) * (places[b + 1]! - y);
    indices[turn < 0 ? 0 : 1].push(...corners);
  }
  const of = (own: number[]): Part => ({ ...part, indices: Uint32Array.from(own) });
  return { toward: of(indices[0]), away: of(indices[1]) };
}

function count({ width, height }: DepthGrid, keyOf: (cell: number) => number | undefined): Map<number, number> {
  const counts = new Map<number, number>();
  for (let cell = 0; cell < width * height; cell++) {
    const key = keyOf(cell);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
