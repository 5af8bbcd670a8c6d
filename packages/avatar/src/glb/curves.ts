import type { Animation, Buffer, Document, Node } from '@gltf-transform/core';
import { ANGLE_TOLERANCE, type EulerCurves, reduceKeys } from '../animated-head/index.ts';
import { createAccessor } from '../model/gltf.ts';

/** Where curves are added. */
export interface Take {
  document: Document;
  buffer: Buffer;
  animation: Animation;
  fps: number;
}

const TYPES = { weights: 'SCALAR', rotation: 'VEC4', translation: 'VEC3' } as const;

const RADIANS = Math.PI / 180;

/** Adds a linearly interpolated curve with keys at `frames`. @param values values of each key; integers are normalized */
export function addCurve(
  { document, buffer, animation, fps }: Take,
  node: Node,
  path: keyof typeof TYPES,
  frames: readonly number[],
  values: Float32Array | Uint16Array,
): void {
  const times = Float32Array.from(frames, (frame) => frame / fps);
  const output = createAccessor(document, buffer, TYPES[path], values);
  const sampler = document
    .createAnimationSampler()
    .setInput(createAccessor(document, buffer, 'SCALAR', times))
    .setOutput(output.setNormalized(values instanceof Uint16Array))
    .setInterpolation('LINEAR');
  animation.addSampler(sampler);
  animation.addChannel(document.createAnimationChannel().setSampler(sampler).setTargetNode(node).setTargetPath(path));
}

/** Adds a rotation curve for a node. */
export function addRotations(take: Take, node: Node, { x, y, z }: EulerCurves): void {
  const keys = reduceKeys([x, y, z], ANGLE_TOLERANCE);
  const turns = keys.flatMap((frame) => toQuaternion(x[frame]!, y[frame]!, z[frame]!));
  addCurve(take, node, 'rotation', keys, Float32Array.from(turns));
}

/** Converts angles in degrees, about the x, then y, then z axis of the parent, to a quaternion (x, y, z, w). */
function toQuaternion(x: number, y: number, z: number): [number, number, number, number] {
  const [sx, sy, sz] = [x, y, z].map((angle) => Math.sin((angle * RADIANS) / 2)) as [number, number, number];
  const [cx, cy, cz] = [x, y, z].map((angle) => Math.cos((angle * RADIANS) / 2)) as [number, number, number];
  return [cz * cy * sx - sz * sy * cx, cz * sy * cx + sz * cy * sx, sz * cy * cx - cz * sy * sx, cz * cy * cx + sz * sy * sx];
}
