import type { Accessor, Buffer, Document, Mesh, Primitive, Texture } from '@gltf-transform/core';
import { addMaterial, createAccessor, isSparseSmaller, toDense } from '../model/gltf.ts';
import type { Morph, Part } from '../model/model.ts';

/** Minimum displacement worth storing, for a position, in meters, and for a normal (1 degree). */
const MIN_MOVE = 2e-5;
const MIN_TURN = 0.02;
/** Factor for skin roughness, as in the renderer's shader. glTF materials don't have the layers that dull the highlights on skin. */
const SKIN_ROUGHNESS = 1.8;
/** Maximum value of an 8-bit weight. */
const FULL_WEIGHT = 255;

/** How far an empty target moves its first vertex, in meters. glTF allows accessors without data, but assimp up to 5.2 rejects them. */
const STILL = 1e-9;

/**
 * Creates a mesh with a primitive per part. Each has all shapes as targets, as glTF requires; shapes that don't move it share an accessor.
 * @param what.shapes morph target names, in order
 * @param what.textures textures, in the same order as in the actor
 */
export function createMesh(
  document: Document,
  buffer: Buffer,
  name: string,
  parts: readonly Part[],
  { shapes, textures }: { shapes: readonly string[]; textures: readonly Texture[] },
): Mesh {
  const mesh = document.createMesh(name);
  for (const part of parts) {
    const primitive = createPrimitive(document, buffer, part);
    addTargets(document, buffer, primitive, part, shapes);
    const material = addMaterial(document, textures, part);
    if (part.substance === 'skin') material.setRoughnessFactor(Math.min(1, SKIN_ROUGHNESS * part.material.roughness));
    mesh.addPrimitive(primitive.setMaterial(material));
  }
  return shapes.length > 0 ? mesh.setExtras({ targetNames: shapes }).setWeights(shapes.map(() => 0)) : mesh;
}

function createPrimitive(document: Document, buffer: Buffer, part: Part): Primitive {
  const count = part.positions.length / 3;
  // The highest 16-bit index is reserved.
  const indices = count < 65_535 ? Uint16Array.from(part.indices) : part.indices;
  return document
    .createPrimitive()
    .setIndices(createAccessor(document, buffer, 'SCALAR', indices))
    .setAttribute('POSITION', createAccessor(document, buffer, 'VEC3', part.positions))
    .setAttribute('NORMAL', createAccessor(document, buffer, 'VEC3', part.normals))
    .setAttribute('TEXCOORD_0', createAccessor(document, buffer, 'VEC2', part.uvs))
    .setAttribute('JOINTS_0', createAccessor(document, buffer, 'VEC4', usedJoints(part)))
    .setAttribute('WEIGHTS_0', createAccessor(document, buffer, 'VEC4', roundWeights(part.weights)).setNormalized(true));
}

/** Returns the joint indices of a part. Those with zero weight are set to 0, as glTF requires. */
const usedJoints = ({ joints, weights }: Part): Uint8Array =>
  joints.map((joint, i) => (Math.round(weights[i]! * FULL_WEIGHT) > 0 ? joint : 0));

/** Rounds weights to 8 bits. The largest weight of a vertex absorbs the rounding error, so that the sum is still 1. */
function roundWeights(weights: Float32Array): Uint8Array {
  const rounded = Uint8Array.from(weights, (weight) => Math.round(weight * FULL_WEIGHT));
  for (let at = 0; at < rounded.length; at += 4) {
    const four = rounded.subarray(at, at + 4);
    const largest = four.indexOf(Math.max(...four));
    four[largest]! += FULL_WEIGHT - four.reduce((sum, weight) => sum + weight);
  }
  return rounded;
}

function addTargets(document: Document, buffer: Buffer, primitive: Primitive, part: Part, shapes: readonly string[]): void {
  const count = part.positions.length / 3;
  const morphs = shapes.map((shape) => part.morphs.get(shape));
  const turns = morphs.some((morph) => morph?.normals.some((value) => value !== 0));
  let still: Accessor | undefined;
  const createStill = (): Accessor => {
    const values = new Float32Array(3 * count);
    values[0] = STILL;
    return createAccessor(document, buffer, 'VEC3', values).setSparse(true);
  };
  const createDeltas = (morph: Morph | undefined, name: 'positions' | 'normals', least: number): Accessor => {
    const kept = morph && dropBelow(least, morph.vertices, morph[name]);
    if (!kept || kept.vertices.length === 0) {
      still ??= createStill();
      return still;
    }
    return createAccessor(document, buffer, 'VEC3', toDense(kept, kept.values, count)).setSparse(isSparseSmaller(kept, count));
  };
  for (const [i, morph] of morphs.entries()) {
    const target = document.createPrimitiveTarget(shapes[i]).setAttribute('POSITION', createDeltas(morph, 'positions', MIN_MOVE));
    // Readers use the base normals for targets without normals, so either all targets of a part have normals, or none do.
    if (turns) target.setAttribute('NORMAL', createDeltas(morph, 'normals', MIN_TURN));
    primitive.addTarget(target);
  }
}

/** Omits vertices that move less than `least`. @param values 3 for each of `vertices` */
function dropBelow(least: number, vertices: Uint32Array, values: Float32Array) {
  const kept = vertices.filter((_, i) => Math.hypot(...values.subarray(3 * i, 3 * i + 3)) >= least);
  const isKept = new Set(kept);
  return { vertices: kept, values: values.filter((_, at) => isKept.has(vertices[Math.floor(at / 3)]!)) };
}
