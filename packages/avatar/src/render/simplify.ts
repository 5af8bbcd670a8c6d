import type { ActorModel, Morph, Part, Substance } from '../model/index.ts';
import type { Camera } from './camera.ts';
import { isRelief } from './hair-relief.ts';
import { PORES } from './materials.ts';

/** Substances with more triangles than a frame can show. Hair is not included, because its separate cards can't be merged. */
const SIMPLIFIED: ReadonlySet<Substance> = new Set(['skin', 'cloth', 'eye', 'teeth', 'tongue']);
/** Maximum error in position and shading, in pixels. */
const TOLERANCE = 0.5;

/** Shapes for which the error is also limited. The shapes in a group move different vertices. */
const SHAPES = [
  ['jawOpen'],
  ['eyeBlinkLeft', 'eyeBlinkRight', 'mouthPucker'],
  ['mouthSmileLeft', 'mouthSmileRight', 'browInnerUp'],
] as const;

/** Vertices that a shape moves farther than this, in pixels, are kept. Without this, the edge of a smiling chin was 4 pixels too high. */
const KEPT_MOTION = 2;
/** Number of floats per vertex in addition to its position: normal, UV, occlusion, and displacement by each group of shapes. */
const ATTRIBUTE_FLOATS = 6 + 3 * SHAPES.length;
/** Attribute weights relative to position: tolerances per unit of normal and light, and meters per unit of UV. */
const WEIGHTS = { normal: 4, light: 4, texture: 0.1 };

/** Returns the size of a pixel at the actor, in meters. @param height frame height, in pixels */
export function pixelSize({ viewProjection, position: [x, , z] }: Camera, height: number): number {
  return (2 * Math.hypot(x, z)) / (viewProjection[5]! * height);
}

/**
 * Simplifies parts without visible changes. Only triangles are removed, not vertices: the cost is in the pixel blocks triangles touch.
 * @param pixel size of a pixel, in meters
 * @returns indices by part. Parts that are not simplified are absent
 */
export async function simplifyActor(actor: ActorModel, pixel: number): Promise<Map<Part, Uint32Array>> {
  // Loaded on demand, to save time and memory when it is not used.
  const { MeshoptSimplifier } = await import('meshoptimizer/simplifier');
  await MeshoptSimplifier.ready;
  // In close-ups, the shadows in the folds of a collar would move.
  const isSimplified = (part: Part) => isRelief(part) || (SIMPLIFIED.has(part.substance) && (part.substance !== 'cloth' || pixel >= PORES));
  const parts = actor.parts.filter(isSimplified);
  return new Map(parts.map((part) => [part, simplify(MeshoptSimplifier, part, pixel)]));
}

type Simplifier = typeof import('meshoptimizer/simplifier').MeshoptSimplifier;

/** Simplifies one part. @param pixel size of a pixel, in meters */
function simplify(simplifier: Simplifier, part: Part, pixel: number): Uint32Array {
  const error = pixel * TOLERANCE;
  const { normal, light, texture } = WEIGHTS;
  const weights = [...Array(3).fill(normal * error), texture, texture, light * error, ...Array(ATTRIBUTE_FLOATS - 6).fill(1)];
  const { indices, positions } = part;
  const attributes = vertexAttributes(part);
  const [fewer] = simplifier.simplifyWithAttributes(
    indices,
    positions,
    3,
    attributes,
    ATTRIBUTE_FLOATS,
    weights,
    movingVertices(part, pixel * KEPT_MOTION),
    0,
    error,
    // The texture of a relief continues beyond its edge.
    isRelief(part) ? ['ErrorAbsolute', 'LockBorder'] : ['ErrorAbsolute'],
  );
  return fewer;
}

/** Returns 1 for each skin vertex that a blend shape moves. @param motion minimum displacement, in meters */
function movingVertices({ positions, morphs, substance }: Part, motion: number): Uint8Array {
  const moving = new Uint8Array(positions.length / 3);
  if (substance !== 'skin') return moving;
  for (const { vertices, positions: moved } of morphs.values()) {
    for (let k = 0; k < vertices.length; k++) {
      const squared = moved[k * 3]! ** 2 + moved[k * 3 + 1]! ** 2 + moved[k * 3 + 2]! ** 2;
      if (squared > motion ** 2) moving[vertices[k]!] = 1;
    }
  }
  return moving;
}

function vertexAttributes({ positions, normals, uvs, occlusion, morphs }: Part): Float32Array {
  const count = positions.length / 3;
  const attributes = new Float32Array(count * ATTRIBUTE_FLOATS);
  for (let vertex = 0, at = 0; vertex < count; vertex++, at += ATTRIBUTE_FLOATS) {
    for (let axis = 0; axis < 3; axis++) attributes[at + axis] = normals[vertex * 3 + axis]!;
    attributes[at + 3] = uvs[vertex * 2]!;
    attributes[at + 4] = uvs[vertex * 2 + 1]!;
    attributes[at + 5] = occlusion[vertex]!;
  }
  for (const [group, names] of SHAPES.entries()) {
    for (const name of names) addMotion(attributes, 6 + group * 3, morphs.get(name));
  }
  return attributes;
}

/** Adds the displacements of a blend shape. @param first index of the first attribute to add them to */
function addMotion(attributes: Float32Array, first: number, morph: Morph | undefined): void {
  if (!morph) return;
  const { vertices, positions } = morph;
  for (let k = 0; k < vertices.length; k++) {
    const at = vertices[k]! * ATTRIBUTE_FLOATS + first;
    for (let axis = 0; axis < 3; axis++) attributes[at + axis]! += positions[k * 3 + axis]!;
  }
}
