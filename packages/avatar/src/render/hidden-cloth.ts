import type { ActorModel, Part } from '../model/index.ts';
import type { Camera } from './camera.ts';
import { projectVertices } from './depth-grid.ts';
import { multiply } from './matrix.ts';
import { poseActor } from './pose.ts';
import { CELLS, layOut } from './shadow-map.ts';

/**
 * Cloth or the neck hides a cell if it is at least `nearer` meters closer in all cells within `around`, or 3% of a frame. In solved clips,
 * cloth moves by up to 1.3% of a 16:9 frame or, at twice the usual movement, 4.5% of a 9:16 frame, mostly along with what hides it.
 */
const HIDING = { nearer: 0.008, around: 16, step: 2 } as const;
/** Width in cells of a frame in the map, and of the area on each side of it that enters the frame when the body sways. */
const FRAME = 560;
const BESIDE = (CELLS - FRAME) / 2;

/**
 * Omits cloth that the camera never sees, because it is behind other cloth or the neck, or outside the frame. Shading it would take 2-7% of
 * the frame time (decision 0050).
 * @param coarse triangles of simplified parts
 * @returns visible triangles of each cloth part
 */
export function findVisibleCloth(actor: ActorModel, camera: Camera, coarse: ReadonlyMap<Part, Uint32Array>): Map<Part, Uint32Array> {
  const cloths = actor.parts.filter(({ substance, material }) => substance === 'cloth' && material.alpha === 'opaque');
  if (cloths.length === 0) return new Map();
  const hiding = [...cloths, ...actor.parts.filter(({ substance }) => substance === 'skin')];
  const head = actor.joints.findIndex(({ name }) => name === 'head');
  const { kernel, maps, indices, points, shares } = layOut(hiding);
  const { joints } = poseActor(actor, { fps: 1, frames: 1, channels: new Map() }, camera, 0);
  const matrices = joints.map((joint) => multiply(camera.viewProjection, joint));
  kernel.clearMap(maps.solid, CELLS);
  for (const [k, part] of hiding.entries()) {
    const projected = projectVertices(part, matrices, { width: FRAME, height: FRAME });
    // Depths in the map increase toward the camera.
    const placed = Float64Array.from(projected, (value, at) => (at % 3 === 2 ? -value : value + BESIDE));
    new Float64Array(kernel.memory.buffer, points[k], placed.length).set(placed);
    const triangles = withoutJoint(part, head);
    new Uint32Array(kernel.memory.buffer, indices, triangles.length).set(triangles);
    kernel.castTriangles(maps.solid, CELLS, points[k]!, indices, triangles.length / 3);
  }
  return new Map(
    cloths.map((part, k) => {
      const { nearer, around, step } = HIDING;
      const count = part.positions.length / 3;
      kernel.measureOpenShares(maps.solid, CELLS, points[k]!, count, nearer, around, step, 0, shares);
      return [part, trianglesOf(coarse.get(part) ?? part.indices, new Float64Array(kernel.memory.buffer, shares, count))];
    }),
  );
}

/** Returns the triangles that a joint doesn't move. Those that move with the head don't hide cloth reliably, because the head turns. */
function withoutJoint({ indices, joints, weights }: Part, joint: number): Uint32Array {
  const moved = new Uint8Array(weights.length / 4);
  for (let k = 0; k < weights.length; k++) if (joints[k] === joint && weights[k]! > 0) moved[k >> 2] = 1;
  return indices.filter((_, k) => {
    const first = k - (k % 3);
    return !moved[indices[first]!] && !moved[indices[first + 1]!] && !moved[indices[first + 2]!];
  });
}

/** Returns the triangles that have a visible vertex. */
function trianglesOf(indices: Uint32Array, seen: Float64Array): Uint32Array {
  const visible = new Uint32Array(indices.length);
  let count = 0;
  for (let k = 0; k < indices.length; k += 3) {
    if (!seen[indices[k]!] && !seen[indices[k + 1]!] && !seen[indices[k + 2]!]) continue;
    for (let corner = k; corner < k + 3; corner++) visible[count++] = indices[corner]!;
  }
  return visible.slice(0, count);
}
