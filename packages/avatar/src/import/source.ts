import type { Accessor, Mesh, Node, Primitive, PrimitiveTarget, Skin } from '@gltf-transform/core';
import type { Vector } from '../model/vectors.ts';
import { findShape } from './shape-names.ts';

/** A mesh primitive that a node uses, in the rest pose of the file and in scene coordinates. */
export interface SourcePart {
  node: Node;
  primitive: Primitive;
  /** 3 per vertex. */
  positions: Float32Array;
  /** Unit vectors, 3 numbers per vertex. Undefined if the file has none. */
  normals: Float32Array | undefined;
  /** 9 per vertex: a column-major matrix for displacements. */
  linear: Float32Array;
  indices: Uint32Array;
  /** 4 per vertex: indices into `joints`, and weights that sum to 1. */
  jointIndices: Uint16Array;
  weights: Float32Array;
  /** Nodes that move vertices: the joints of the skin, or the node of the part itself. */
  joints: readonly Node[];
  /** Morph targets by ARKit shape. */
  shapes: ReadonlyMap<string, PrimitiveTarget>;
}

/** glTF mode for separate triangles. */
const TRIANGLES = 4;

/** Reads the parts that the nodes of a scene use. */
export function readParts(nodes: readonly Node[]): SourcePart[] {
  const poses: Poses = new Map();
  return nodes.flatMap((node) => {
    const mesh = node.getMesh();
    const primitives = mesh?.listPrimitives().filter((primitive) => primitive.getMode() === TRIANGLES) ?? [];
    return mesh ? primitives.flatMap((primitive) => readPart(poses, node, mesh, primitive) ?? []) : [];
  });
}

function readPart(poses: Poses, node: Node, mesh: Mesh, primitive: Primitive): SourcePart | undefined {
  const [position, normal] = [primitive.getAttribute('POSITION'), primitive.getAttribute('NORMAL')];
  if (!position) return undefined;
  const count = position.getCount();
  const posed = poseVertices(poses, node, primitive, count);
  const indices = primitive.getIndices()?.getArray();
  const part = {
    node,
    primitive,
    ...posed,
    positions: transformAll(readFloats(position), posed.linear, posed.offsets),
    normals: normal ? transformAll(readFloats(normal), posed.linear) : undefined,
    indices: indices ? Uint32Array.from(indices) : Uint32Array.from({ length: count - (count % 3) }, (_, k) => k),
    shapes: shapesOf(mesh, primitive),
  };
  if (isMirrored(posed.linear)) flip(part.indices);
  return part;
}

/** Reads an accessor as floats, whatever its format. */
export function readFloats(accessor: Accessor): Float32Array {
  const array = accessor.getArray();
  if (array instanceof Float32Array) return array;
  const size = accessor.getElementSize();
  const out = new Float32Array(accessor.getCount() * size);
  const element: number[] = [];
  for (let at = 0; at < accessor.getCount(); at++) out.set(accessor.getElement(at, element), at * size);
  return out;
}

interface PosedVertices {
  linear: Float32Array;
  /** 3 per vertex: translation to apply after `linear`. */
  offsets: Float32Array;
  jointIndices: Uint16Array;
  weights: Float32Array;
  joints: readonly Node[];
}

/** Nodes that move vertices, and their matrices. */
interface Pose {
  joints: readonly Node[];
  matrices: readonly (readonly number[])[];
}

/** Poses of skins, and of nodes without a skin. Several primitives may share a pose. */
type Poses = Map<Skin | Node, Pose>;

function poseOf(poses: Poses, owner: Skin | Node, isSkin: boolean): Pose {
  const known = poses.get(owner);
  if (known) return known;
  const skin = isSkin ? (owner as Skin) : undefined;
  const joints = skin ? skin.listJoints() : [owner as Node];
  const binds = skin?.getInverseBindMatrices();
  const matrices = joints.map((joint, k) => multiply(joint.getWorldMatrix(), binds?.getElement(k, [])));
  poses.set(owner, { joints, matrices });
  return { joints, matrices };
}

/** Computes the matrix of each vertex: the node matrix, or the weighted mean of its joint matrices (glTF 2.0, section 3.7.3). */
function poseVertices(poses: Poses, node: Node, primitive: Primitive, count: number): PosedVertices {
  const skin = node.getSkin();
  const [indices, weights] = [primitive.getAttribute('JOINTS_0'), primitive.getAttribute('WEIGHTS_0')];
  const isSkinned = skin && indices && weights;
  const { joints, matrices } = poseOf(poses, isSkinned ? skin : node, Boolean(isSkinned));
  const posed = {
    linear: new Float32Array(9 * count),
    offsets: new Float32Array(3 * count),
    jointIndices: new Uint16Array(4 * count),
    weights: new Float32Array(4 * count),
    joints,
  };
  const given = isSkinned ? { indices: readFloats(indices), weights: readFloats(weights) } : undefined;
  for (let vertex = 0; vertex < count; vertex++) {
    const share = given && sumOf(given.weights, vertex);
    for (let k = 0; k < 4; k++) {
      const weight = given && share ? Math.max(0, given.weights[4 * vertex + k]!) / share : Number(k === 0);
      const joint = given && weight > 0 ? given.indices[4 * vertex + k]! : 0;
      posed.jointIndices[4 * vertex + k] = joint;
      posed.weights[4 * vertex + k] = weight;
      if (weight > 0) addMatrix(posed, vertex, matrices[joint] ?? matrices[0]!, weight);
    }
  }
  return posed;
}

const sumOf = (weights: Float32Array, vertex: number): number =>
  [0, 1, 2, 3].reduce((sum, k) => sum + Math.max(0, weights[4 * vertex + k]!), 0);

function addMatrix({ linear, offsets }: PosedVertices, vertex: number, matrix: readonly number[], weight: number): void {
  for (let column = 0; column < 3; column++)
    for (let row = 0; row < 3; row++) linear[9 * vertex + 3 * column + row]! += weight * matrix[4 * column + row]!;
  for (let row = 0; row < 3; row++) offsets[3 * vertex + row]! += weight * matrix[12 + row]!;
}

function multiply(a: readonly number[], b: readonly number[] | undefined): number[] {
  if (!b) return [...a];
  return Array.from({ length: 16 }, (_, at) => {
    const [column, row] = [at >> 2, at & 3];
    return [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + row]! * b[4 * column + k]!, 0);
  });
}

/** Multiplies vectors by the matrices of their vertices, and adds the offsets, if given. */
export function transformAll(vectors: Float32Array, linear: Float32Array, offsets?: Float32Array): Float32Array {
  const out = new Float32Array(vectors.length);
  for (let vertex = 0; 3 * vertex < vectors.length; vertex++) {
    const at = 3 * vertex;
    for (let row = 0; row < 3; row++) {
      let sum = offsets?.[at + row] ?? 0;
      for (let column = 0; column < 3; column++) sum += linear[9 * vertex + 3 * column + row]! * vectors[at + column]!;
      out[at + row] = sum;
    }
  }
  return out;
}

/** Returns true if the first vertex is mirrored. If so, the triangles of the part face inward. */
function isMirrored(m: Float32Array): boolean {
  const [a, b, c, d, e, f, g, h, i] = m as unknown as [...Vector, ...Vector, ...Vector];
  return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e) < 0;
}

function flip(indices: Uint32Array): void {
  for (let k = 0; k + 2 < indices.length; k += 3) [indices[k + 1], indices[k + 2]] = [indices[k + 2]!, indices[k + 1]!];
}

function shapesOf(mesh: Mesh, primitive: Primitive): Map<string, PrimitiveTarget> {
  const shapes = new Map<string, PrimitiveTarget>();
  const named = (owner: Mesh | Primitive) => (owner.getExtras() as { targetNames?: string[] }).targetNames;
  // VRM 0 exporters write the names on the primitive.
  const names = named(mesh) ?? named(primitive) ?? [];
  for (const [k, target] of primitive.listTargets().entries()) {
    const shape = findShape(String(names[k] ?? target.getName()));
    if (shape && !shapes.has(shape)) shapes.set(shape, target);
  }
  return shapes;
}

/** Reads the displacements of a shape in scene coordinates, 3 numbers per vertex. Undefined if the part doesn't have the shape. */
export function displacementsOf({ shapes, linear }: SourcePart, shape: string): Float32Array | undefined {
  const accessor = shapes.get(shape)?.getAttribute('POSITION');
  return accessor ? transformAll(readFloats(accessor), linear) : undefined;
}
