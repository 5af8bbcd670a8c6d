import { type ActorModel, type Corrective, type Part, weighCorrective } from '../model/index.ts';
import { measureCurvature } from './curvature.ts';

/** Number of floats per vertex that change with each frame: position and normal. */
export const DYNAMIC_FLOATS = 6;
/** Number of static bytes per vertex: UV (2 floats), tangent or strand direction (4 signed bytes), light (4 bytes), joints, and weights. */
export const STATIC_BYTES = 24;
/** Shapes that rotate the eyeballs in rigs without eye joints. Here, the joints rotate them. */
const EYE_LOOK_SHAPES = /^eyeLook/;

/** Vertex buffers for all parts of an actor, one part after another. */
export interface VertexData {
  readonly vertices: number;
  /** Positions and normals at rest. */
  readonly dynamicData: Float32Array;
  readonly staticData: Uint8Array;
  /** First vertex of each part, in the order of `ActorModel.parts`. */
  readonly firstVertices: readonly number[];
}

/** How much of a light reaches each vertex of each part, 0..1. */
type LightShares = readonly Float32Array[];

/** Builds the vertex buffers for an actor. @param shadows results of `bakeShadows` for the key and rim lights */
export function buildVertexData(actor: ActorModel, shadows: { key: LightShares; rim: LightShares }): VertexData {
  const vertices = actor.parts.reduce((sum, part) => sum + part.positions.length / 3, 0);
  const mesh = {
    vertices,
    dynamicData: new Float32Array(vertices * DYNAMIC_FLOATS),
    staticData: new Uint8Array(vertices * STATIC_BYTES),
    firstVertices: [] as number[],
  };
  const head = actor.joints.findIndex(({ name }) => name === 'head');
  let first = 0;
  for (const [number, part] of actor.parts.entries()) {
    writeDynamic(mesh.dynamicData, first, part);
    writeStatic(mesh.staticData, first, part, { key: shadows.key[number]!, rim: shadows.rim[number]! }, head);
    mesh.firstVertices.push(first);
    first += part.positions.length / 3;
  }
  return mesh;
}

function writeDynamic(moving: Float32Array, first: number, { positions, normals }: Part): void {
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    const at = (first + vertex) * DYNAMIC_FLOATS;
    for (let axis = 0; axis < 3; axis++) {
      moving[at + axis] = positions[vertex * 3 + axis]!;
      moving[at + 3 + axis] = normals[vertex * 3 + axis]!;
    }
  }
}

function writeStatic(fixed: Uint8Array, first: number, part: Part, shadow: { key: Float32Array; rim: Float32Array }, head: number): void {
  const view = new DataView(fixed.buffer);
  const tangents = part.substance === 'hair' ? strandsOf(part) : findTangents(part);
  const curvature = part.substance === 'skin' ? measureCurvature(part, head) : undefined;
  for (let vertex = 0; vertex < part.positions.length / 3; vertex++) {
    const at = (first + vertex) * STATIC_BYTES;
    view.setFloat32(at, part.uvs[vertex * 2]!, true);
    view.setFloat32(at + 4, part.uvs[vertex * 2 + 1]!, true);
    for (let k = 0; k < 4; k++) view.setInt8(at + 8 + k, Math.round(tangents[vertex * 4 + k]! * 127));
    fixed[at + 12] = toByte(part.occlusion[vertex]!);
    fixed[at + 13] = toByte(shadow.key[vertex]!);
    fixed[at + 14] = toByte(shadow.rim[vertex]!);
    fixed[at + 15] = toByte(curvature?.[vertex] ?? 0);
    for (let k = 0; k < 4; k++) {
      fixed[at + 16 + k] = part.joints[vertex * 4 + k]!;
      fixed[at + 20 + k] = toByte(part.weights[vertex * 4 + k]!);
    }
  }
}

const toByte = (value: number): number => Math.round(255 * Math.max(0, Math.min(1, value)));

/** Returns the directions of strands, 4 values per vertex, or 0 if they are unknown. */
function strandsOf({ positions, strands }: Part): Float32Array {
  const directions = new Float32Array((positions.length / 3) * 4);
  strands?.forEach((value, at) => {
    directions[Math.floor(at / 3) * 4 + (at % 3)] = value;
  });
  return directions;
}

/** Computes tangents: the direction of the U axis at each vertex, and which side the V axis is on. */
function findTangents({ positions, normals, uvs, indices }: Part): Float32Array {
  const count = positions.length / 3;
  const sums = new Float64Array(count * 6);
  for (let k = 0; k < indices.length; k += 3) {
    const a = indices[k]!;
    const b = indices[k + 1]!;
    const c = indices[k + 2]!;
    const u1 = uvs[b * 2]! - uvs[a * 2]!;
    const v1 = uvs[b * 2 + 1]! - uvs[a * 2 + 1]!;
    const u2 = uvs[c * 2]! - uvs[a * 2]!;
    const v2 = uvs[c * 2 + 1]! - uvs[a * 2 + 1]!;
    const area = u1 * v2 - u2 * v1;
    if (Math.abs(area) < 1e-12) continue;
    for (let axis = 0; axis < 3; axis++) {
      const e1 = positions[b * 3 + axis]! - positions[a * 3 + axis]!;
      const e2 = positions[c * 3 + axis]! - positions[a * 3 + axis]!;
      const along = (e1 * v2 - e2 * v1) / area;
      const across = (e2 * u1 - e1 * u2) / area;
      for (let corner = k; corner < k + 3; corner++) {
        const at = indices[corner]! * 6 + axis;
        sums[at]! += along;
        sums[at + 3]! += across;
      }
    }
  }
  const tangents = new Float32Array(count * 4);
  for (let vertex = 0, at = 0; vertex < count; vertex++, at += 6) {
    const nx = normals[vertex * 3]!;
    const ny = normals[vertex * 3 + 1]!;
    const nz = normals[vertex * 3 + 2]!;
    const out = nx * sums[at]! + ny * sums[at + 1]! + nz * sums[at + 2]!;
    const tx = sums[at]! - nx * out;
    const ty = sums[at + 1]! - ny * out;
    const tz = sums[at + 2]! - nz * out;
    const length = Math.hypot(tx, ty, tz) || 1;
    tangents[vertex * 4] = tx / length;
    tangents[vertex * 4 + 1] = ty / length;
    tangents[vertex * 4 + 2] = tz / length;
    const across = (ny * tz - nz * ty) * sums[at + 3]! + (nz * tx - nx * tz) * sums[at + 4]! + (nx * ty - ny * tx) * sums[at + 5]!;
    tangents[vertex * 4 + 3] = across < 0 ? -1 : 1;
  }
  return tangents;
}

export class BlendShapeMixer {
  readonly #mesh: VertexData;
  readonly #shapes: readonly (Pick<Corrective, 'shapes' | 'without'> & { targets: readonly SparseTarget[] })[];
  readonly #current: Float32Array;
  /** Range of vertices that shapes move. */
  readonly touched: { readonly first: number; readonly end: number };

  constructor(actor: ActorModel, mesh: VertexData) {
    this.#mesh = mesh;
    this.#current = mesh.dynamicData.slice();
    const shapes = new Map<string, SparseTarget[]>();
    let [first, end] = [mesh.vertices, 0];
    for (const [number, part] of actor.parts.entries()) {
      const firstVertex = mesh.firstVertices[number]!;
      for (const [name, { vertices, positions, normals }] of part.morphs) {
        if (vertices.length === 0 || (part.substance === 'eye' && EYE_LOOK_SHAPES.test(name))) continue;
        const targets = shapes.get(name) ?? [];
        shapes.set(name, [...targets, { firstVertex, vertices, positions, normals }]);
        first = Math.min(first, firstVertex + vertices[0]!);
        end = Math.max(end, firstVertex + vertices.at(-1)! + 1);
      }
    }
    const correctives = new Map(actor.correctives.map((corrective) => [corrective.name, corrective]));
    this.#shapes = [...shapes].map(([name, targets]) => ({
      ...(correctives.get(name) ?? { shapes: [name] }),
      targets,
    }));
    this.touched = { first: Math.min(first, end), end };
  }

  /** Applies weights by shape name. @returns positions and normals of all vertices, in an array that the next call overwrites */
  apply(weights: ReadonlyMap<string, number>): Float32Array {
    const { first, end } = this.touched;
    const current = this.#current;
    current.set(this.#mesh.dynamicData.subarray(first * DYNAMIC_FLOATS, end * DYNAMIC_FLOATS), first * DYNAMIC_FLOATS);
    const weightOf = (shape: string): number => weights.get(shape) ?? 0;
    for (const shape of this.#shapes) {
      const weight = weighCorrective(shape, weightOf);
      if (weight === 0) continue;
      for (const target of shape.targets) addTarget(current, target, weight);
    }
    return current;
  }
}

interface SparseTarget {
  firstVertex: number;
  vertices: Uint32Array;
  positions: Float32Array;
  normals: Float32Array;
}

function addTarget(current: Float32Array, { firstVertex, vertices, positions, normals }: SparseTarget, weight: number): void {
  for (let k = 0; k < vertices.length; k++) {
    const at = (firstVertex + vertices[k]!) * DYNAMIC_FLOATS;
    const from = k * 3;
    current[at]! += weight * positions[from]!;
    current[at + 1]! += weight * positions[from + 1]!;
    current[at + 2]! += weight * positions[from + 2]!;
    current[at + 3]! += weight * normals[from]!;
    current[at + 4]! += weight * normals[from + 1]!;
    current[at + 5]! += weight * normals[from + 2]!;
  }
}
