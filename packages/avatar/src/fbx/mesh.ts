import { SHAPES, type Shape } from '@talking-avatar/animation';
import type { ActorModel, Material, Part } from '../model/model.ts';
import { weldVertices } from './weld.ts';

/** Centimeters per meter. Centimeters are the native unit of FBX, and importers read them without scaling. */
export const CENTIMETERS = 100;

/** Rounding steps for lengths, normals, and UVs (2.4 µm, 0.06 degrees, 1/16 texel of 1024). Trailing zero bits compress well. */
const LENGTH_STEPS = 2 ** 12;
const NORMAL_STEPS = 2 ** 10;
const UV_STEPS = 2 ** 14;

/** All parts of an actor as one mesh. Vertices split by a UV seam share a point. */
export interface FbxMesh {
  /** 3 per point, in cm. */
  points: Float64Array;
  /** 3 point indices per triangle. */
  triangles: Int32Array;
  /** 3 per corner. */
  normals: Float64Array;
  /** 2 per texture coordinate; (0, 0) is the lower left corner of the texture. */
  uvs: Float64Array;
  /** Index into `uvs` for each corner. */
  uvOfCorner: Int32Array;
  /** Index into `materials` for each triangle. */
  materialOfTriangle: Int32Array;
  materials: readonly { name: string; material: Material }[];
  /** Points and weights of each joint. */
  influences: readonly BoneInfluence[];
  shapes: ReadonlyMap<Shape, MeshShape>;
}

export interface BoneInfluence {
  points: Int32Array;
  /** One weight, 0..1, for each of `points`. */
  weights: Float64Array;
}

/** Displacement by a shape at full weight, for the points that it moves. */
export interface MeshShape {
  points: Int32Array;
  /** 3 for each of `points`, in cm. */
  positions: Float64Array;
  /** 3 for each of `points`. */
  normals: Float64Array;
}

/** Joins the parts of an actor into one mesh with a material per part. Importers rename or drop channels that several meshes share. */
export function joinParts(model: ActorModel): FbxMesh {
  const welds = model.parts.map(weldVertices);
  const firstPoints = prefixSums(welds.map(({ count }) => count));
  const pointOf = (part: number, vertex: number) => firstPoints[part]! + welds[part]!.pointOfVertex[vertex]!;
  const points = new Float64Array(3 * firstPoints.at(-1)!);
  for (const [p, { positions }] of model.parts.entries()) {
    for (let vertex = 0; vertex < positions.length / 3; vertex++) {
      for (let axis = 0; axis < 3; axis++) {
        points[3 * pointOf(p, vertex) + axis] = roundLength(positions[3 * vertex + axis]!);
      }
    }
  }
  return {
    points,
    ...joinCorners(model.parts, pointOf),
    materials: model.parts.map(({ name, material }) => ({ name, material })),
    influences: model.joints.map((_, joint) => joinInfluences(model.parts, pointOf, joint)),
    shapes: new Map(SHAPES.map((shape) => [shape, joinShape(model.parts, pointOf, firstPoints.at(-1)!, shape)])),
  };
}

type PointOf = (part: number, vertex: number) => number;

function joinCorners(parts: readonly Part[], pointOf: PointOf) {
  const corners = parts.reduce((sum, { indices }) => sum + indices.length, 0);
  const firstUvs = prefixSums(parts.map(({ uvs }) => uvs.length / 2));
  const triangles = new Int32Array(corners);
  const normals = new Float64Array(3 * corners);
  const uvOfCorner = new Int32Array(corners);
  const materialOfTriangle = new Int32Array(corners / 3);
  const uvs = new Float64Array(2 * firstUvs.at(-1)!);
  let corner = 0;
  for (const [p, part] of parts.entries()) {
    for (let i = 0; i < part.uvs.length; i += 2) {
      uvs[2 * firstUvs[p]! + i] = round(part.uvs[i]!, UV_STEPS);
      uvs[2 * firstUvs[p]! + i + 1] = round(1 - part.uvs[i + 1]!, UV_STEPS);
    }
    for (const vertex of part.indices) {
      triangles[corner] = pointOf(p, vertex);
      uvOfCorner[corner] = firstUvs[p]! + vertex;
      materialOfTriangle[Math.floor(corner / 3)] = p;
      for (let axis = 0; axis < 3; axis++) {
        normals[3 * corner + axis] = roundNormal(part.normals[3 * vertex + axis]!);
      }
      corner++;
    }
  }
  return { triangles, normals, uvs, uvOfCorner, materialOfTriangle };
}

function joinInfluences(parts: readonly Part[], pointOf: PointOf, joint: number): BoneInfluence {
  const weightOf = new Map<number, number>();
  for (const [p, { joints, weights }] of parts.entries()) {
    for (let vertex = 0; vertex < joints.length / 4; vertex++) {
      let total = 0;
      let weight = 0;
      for (let i = 4 * vertex; i < 4 * vertex + 4; i++) {
        total += weights[i]!;
        if (joints[i] === joint) weight += weights[i]!;
      }
      if (weight > 0) weightOf.set(pointOf(p, vertex), weight / total);
    }
  }
  const sorted = [...weightOf].sort(([a], [b]) => a - b);
  return {
    points: Int32Array.from(sorted, ([point]) => point),
    weights: Float64Array.from(sorted, ([, weight]) => weight),
  };
}

function joinShape(parts: readonly Part[], pointOf: PointOf, points: number, shape: Shape): MeshShape {
  const deltas = new Float64Array(3 * points);
  const normalDeltas = new Float64Array(3 * points);
  const moved: number[] = [];
  for (const [p, { morphs }] of parts.entries()) {
    const morph = morphs.get(shape);
    if (!morph) continue;
    for (const [i, vertex] of morph.vertices.entries()) {
      const point = pointOf(p, vertex);
      const wasMoved = isMoved(deltas, point);
      for (let axis = 0; axis < 3; axis++) {
        deltas[3 * point + axis] = roundLength(morph.positions[3 * i + axis]!);
        normalDeltas[3 * point + axis] = roundNormal(morph.normals[3 * i + axis]!);
      }
      if (!wasMoved && isMoved(deltas, point)) moved.push(point);
    }
  }
  const sorted = Int32Array.from(moved).sort();
  const gather = (values: Float64Array): Float64Array => {
    const gathered = new Float64Array(3 * sorted.length);
    for (const [i, point] of sorted.entries()) gathered.set(values.subarray(3 * point, 3 * point + 3), 3 * i);
    return gathered;
  };
  return { points: sorted, positions: gather(deltas), normals: gather(normalDeltas) };
}

const isMoved = (deltas: Float64Array, point: number): boolean =>
  deltas[3 * point] !== 0 || deltas[3 * point + 1] !== 0 || deltas[3 * point + 2] !== 0;

/** Computes the prefix sums of counts, with the total at the end. */
function prefixSums(counts: readonly number[]): number[] {
  const sums = [0];
  for (const count of counts) sums.push(sums.at(-1)! + count);
  return sums;
}

const round = (value: number, steps: number): number => Math.round(value * steps) / steps;
const roundLength = (meters: number): number => round(meters * CENTIMETERS, LENGTH_STEPS);
const roundNormal = (value: number): number => round(value, NORMAL_STEPS);
