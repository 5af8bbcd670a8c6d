import type { Buffer, Document, Node } from '@gltf-transform/core';
import { type Clip, SHAPES } from '../../animation/index.ts';
import {
  ANGLE_TOLERANCE,
  CLOSURE_SHAPES,
  CLOSURE_TOLERANCE,
  eulerCurves,
  reduceKeys,
  SHAPE_TOLERANCE,
  type ShapeRotation,
} from '../animated-head/index.ts';
import { createAccessor } from '../model/gltf.ts';

/** Steps of a weight, which is stored in 16 bits. */
const WEIGHT_STEPS = 65_535;

const RADIANS = Math.PI / 180;

/** What an animation moves: the node of the mesh with the morph targets, and the nodes of joints. */
interface Targets {
  face: Node;
  nodeOf(joint: string): Node;
}

/**
 * Adds a clip as the only animation.
 *
 * @param take name of the animation
 * @param inShapes rotations that the shapes contain already
 */
export function addAnimation(
  document: Document,
  buffer: Buffer,
  clip: Clip,
  take: string,
  { face, nodeOf }: Targets,
  inShapes: ShapeRotation,
): void {
  const animation = document.createAnimation(take).setExtras({ fps: clip.fps, frames: clip.frames });
  const animate = (
    node: Node,
    path: 'weights' | 'rotation',
    frames: readonly number[],
    values: Float32Array | Uint16Array,
  ) => {
    const times = Float32Array.from(frames, (frame) => frame / clip.fps);
    const output = createAccessor(document, buffer, path === 'weights' ? 'SCALAR' : 'VEC4', values);
    const sampler = document
      .createAnimationSampler()
      .setInput(createAccessor(document, buffer, 'SCALAR', times))
      .setOutput(output.setNormalized(path === 'weights'))
      .setInterpolation('LINEAR');
    animation.addSampler(sampler);
    animation.addChannel(document.createAnimationChannel().setSampler(sampler).setTargetNode(node).setTargetPath(path));
  };
  const curves = SHAPES.map((shape) => clip.channels.get(shape)!);
  const frames = reduceKeys(SHAPES.map(toleranceCurve(clip)), SHAPE_TOLERANCE);
  const weights = frames.flatMap((frame) => curves.map((values) => Math.round(values[frame]! * WEIGHT_STEPS)));
  animate(face, 'weights', frames, Uint16Array.from(weights));
  for (const { joint, x, y, z } of eulerCurves(clip, inShapes)) {
    const keys = reduceKeys([x, y, z], ANGLE_TOLERANCE);
    const turns = keys.flatMap((frame) => toQuaternion(x[frame]!, y[frame]!, z[frame]!));
    animate(nodeOf(joint), 'rotation', keys, Float32Array.from(turns));
  }
}

/** The curves that close the mouth, enlarged so that one tolerance for all is a smaller one for them. */
const toleranceCurve =
  ({ channels }: Clip) =>
  (shape: string): Float32Array => {
    const values = channels.get(shape)!;
    if (!CLOSURE_SHAPES.includes(shape)) return values;
    return values.map((value) => value * (SHAPE_TOLERANCE / CLOSURE_TOLERANCE));
  };

/** Converts angles about x, then y, then z of the parent's axes, in degrees, to a quaternion x, y, z, w. */
function toQuaternion(x: number, y: number, z: number): [number, number, number, number] {
  const [sx, sy, sz] = [x, y, z].map((angle) => Math.sin((angle * RADIANS) / 2)) as [number, number, number];
  const [cx, cy, cz] = [x, y, z].map((angle) => Math.cos((angle * RADIANS) / 2)) as [number, number, number];
  return [
    cz * cy * sx - sz * sy * cx,
    cz * sy * cx + sz * cy * sx,
    sz * cy * cx - cz * sy * sx,
    cz * cy * cx + sz * sy * sx,
  ];
}
