import type { Buffer, Document, Node } from '@gltf-transform/core';
import { type Clip, SHAPES } from '@talking-avatar/animation';
import { CLOSURE_SHAPES, CLOSURE_TOLERANCE, eulerCurves, reduceKeys, SHAPE_TOLERANCE, type ShapeRotation } from '../animated-head/index.ts';
import { addCurve, addRotations } from './curves.ts';

/** Number of steps in a 16-bit weight. */
const WEIGHT_STEPS = 65_535;

/** Nodes to animate: the mesh with the morph targets, and the joints. */
interface Targets {
  face: Node;
  nodeOf(joint: string): Node;
}

/** Adds a clip as the only animation. @param inShapes rotations that the shapes already contribute */
export function addAnimation(
  document: Document,
  buffer: Buffer,
  clip: Clip,
  name: string,
  { face, nodeOf }: Targets,
  inShapes: ShapeRotation,
): void {
  const animation = document.createAnimation(name).setExtras({ fps: clip.fps, frames: clip.frames });
  const take = { document, buffer, animation, fps: clip.fps };
  const curves = SHAPES.map((shape) => clip.channels.get(shape)!);
  const frames = reduceKeys(SHAPES.map(toleranceCurve(clip)), SHAPE_TOLERANCE);
  const weights = frames.flatMap((frame) => curves.map((values) => Math.round(values[frame]! * WEIGHT_STEPS)));
  addCurve(take, face, 'weights', frames, Uint16Array.from(weights));
  for (const curve of eulerCurves(clip, inShapes)) addRotations(take, nodeOf(curve.joint), curve);
}

/** Scales up the curves that close the mouth, so that the shared tolerance is tighter for them. */
const toleranceCurve =
  ({ channels }: Clip) =>
  (shape: string): Float32Array => {
    const values = channels.get(shape)!;
    if (!CLOSURE_SHAPES.includes(shape)) return values;
    return values.map((value) => value * (SHAPE_TOLERANCE / CLOSURE_TOLERANCE));
  };
