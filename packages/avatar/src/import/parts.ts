import type { Transform } from '@gltf-transform/extensions';
import { JOINT_NAMES, type Material, type Morph, type Part } from '../model/index.ts';
import { cross, normalize, subtract, type Vector } from '../model/vectors.ts';
import { type Placement, rotateVector, transformPoint } from './place.ts';
import type { FindJoint } from './skeleton.ts';
import { displacementsOf, readFloats, type SourcePart, transformAll } from './source.ts';

/** Displacements shorter than this, in meters, are omitted. They are far smaller than a pixel. */
const STILL = 5e-6;
/** Above this weight of the eye joints, eyeLook shapes don't move a vertex, because the joints already do. */
const OF_EYE = 0.5;
const EYE_LOOK = /^eyeLook/;

/** Converts a part in the file to a part of an actor. */
export function toPart(source: SourcePart, name: string, placement: Placement, jointOf: FindJoint, material: Material): Part {
  const count = source.positions.length / 3;
  const positions = mapVectors(source.positions, (point) => transformPoint(placement, point));
  const given = source.normals ?? smoothNormals(source.positions, source.indices);
  const skin = joinWeights(source, jointOf);
  return {
    name,
    substance: 'generic',
    positions,
    normals: mapVectors(given, (normal) => unitOf(rotateVector(placement, normal))),
    uvs: coordinatesOf(source, count),
    occlusion: new Float32Array(count).fill(1),
    indices: source.indices,
    ...skin,
    morphs: new Map(
      [...source.shapes.keys()].flatMap((shape) => {
        const morph = toMorph(source, shape, placement, skin);
        return morph ? [[shape, morph]] : [];
      }),
    ),
    material,
  };
}

/** Normalizes a vector. A zero vector becomes forward. */
const unitOf = (vector: Vector): Vector => (Math.hypot(...vector) > 0 ? normalize(vector) : [0, 0, 1]);

function mapVectors(vectors: Float32Array, map: (vector: Vector) => Vector): Float32Array {
  const out = new Float32Array(vectors.length);
  for (let at = 0; at < vectors.length; at += 3) out.set(map([vectors[at]!, vectors[at + 1]!, vectors[at + 2]!]), at);
  return out;
}

/** Returns the UVs of the color texture, 2 numbers per vertex, after applying its KHR_texture_transform. UVs are 0 if missing. */
function coordinatesOf({ primitive }: SourcePart, count: number): Float32Array {
  const info = primitive.getMaterial()?.getBaseColorTextureInfo();
  const transform = info?.getExtension<Transform>('KHR_texture_transform');
  const set = transform?.getTexCoord() ?? info?.getTexCoord() ?? 0;
  const accessor = primitive.getAttribute(`TEXCOORD_${set}`) ?? primitive.getAttribute('TEXCOORD_0');
  if (!accessor) return new Float32Array(2 * count);
  const uvs = readFloats(accessor).slice();
  if (!transform) return uvs;
  const [offset, scaling, angle] = [transform.getOffset(), transform.getScale(), transform.getRotation()];
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  for (let at = 0; at < uvs.length; at += 2) {
    const [u, v] = [uvs[at]! * scaling[0], uvs[at + 1]! * scaling[1]];
    uvs[at] = u * cosine + v * sine + offset[0];
    uvs[at + 1] = v * cosine - u * sine + offset[1];
  }
  return uvs;
}

interface Skin {
  joints: Uint8Array;
  weights: Float32Array;
}

/** Sums the weights of the joints in the file for each of our joints. */
function joinWeights({ joints, jointIndices, weights }: SourcePart, jointOf: FindJoint): Skin {
  const ours = joints.map((joint) => JOINT_NAMES.indexOf(jointOf(joint)));
  const out = { joints: new Uint8Array(weights.length), weights: new Float32Array(weights.length) };
  for (let first = 0; first < weights.length; first += 4) {
    let used = 0;
    for (let k = first; k < first + 4; k++) {
      if (weights[k] === 0) continue;
      const joint = ours[jointIndices[k]!]!;
      let slot = first;
      while (slot < first + used && out.joints[slot] !== joint) slot++;
      if (slot === first + used) used++;
      out.joints[slot] = joint;
      out.weights[slot]! += weights[k]!;
    }
  }
  return out;
}

function toMorph(source: SourcePart, shape: string, placement: Placement, skin: Skin): Morph | undefined {
  const moves = displacementsOf(source, shape);
  if (!moves) return undefined;
  const normals = source.shapes.get(shape)!.getAttribute('NORMAL');
  const turns = normals && source.normals ? transformAll(readFloats(normals), source.linear) : normalChanges(source, moves);
  const vertices: number[] = [];
  for (let vertex = 0; vertex < moves.length / 3; vertex++) {
    const at = 3 * vertex;
    const isMoved = placement.scale * Math.hypot(moves[at]!, moves[at + 1]!, moves[at + 2]!) > STILL;
    if (isMoved && !(EYE_LOOK.test(shape) && eyeShare(skin, vertex) > OF_EYE)) vertices.push(vertex);
  }
  if (vertices.length === 0) return undefined;
  const gather = (values: Float32Array, factor: number): Float32Array => {
    const out = new Float32Array(3 * vertices.length);
    for (const [k, vertex] of vertices.entries()) {
      const vector: Vector = [values[3 * vertex]!, values[3 * vertex + 1]!, values[3 * vertex + 2]!];
      out.set(
        rotateVector(placement, vector).map((value) => value * factor),
        3 * k,
      );
    }
    return out;
  };
  return { vertices: Uint32Array.from(vertices), positions: gather(moves, placement.scale), normals: gather(turns, 1) };
}

const EYES = [JOINT_NAMES.indexOf('leftEye'), JOINT_NAMES.indexOf('rightEye')];

function eyeShare({ joints, weights }: Skin, vertex: number): number {
  let share = 0;
  for (let k = 4 * vertex; k < 4 * vertex + 4; k++) if (EYES.includes(joints[k]!)) share += weights[k]!;
  return share;
}

/** Computes how normals change with the displacements, for files that don't include this. */
function normalChanges({ positions, indices }: SourcePart, moves: Float32Array): Float32Array {
  const rest = smoothNormals(positions, indices);
  const moved = smoothNormals(
    positions.map((value, at) => value + moves[at]!),
    indices,
  );
  return moved.map((value, at) => value - rest[at]!);
}

/** Computes vertex normals: the area-weighted means of the adjacent triangle normals. */
function smoothNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const sums = new Float32Array(positions.length);
  const at = (vertex: number): Vector => [positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!];
  for (let k = 0; k + 2 < indices.length; k += 3) {
    const corners = [indices[k]!, indices[k + 1]!, indices[k + 2]!] as const;
    const [a, b, c] = [at(corners[0]), at(corners[1]), at(corners[2])];
    const normal = cross(subtract(b, a), subtract(c, a));
    for (const corner of corners) for (let axis = 0; axis < 3; axis++) sums[3 * corner + axis]! += normal[axis]!;
  }
  for (let vertex = 0; 3 * vertex < sums.length; vertex++) {
    sums.set(unitOf([sums[3 * vertex]!, sums[3 * vertex + 1]!, sums[3 * vertex + 2]!]), 3 * vertex);
  }
  return sums;
}
