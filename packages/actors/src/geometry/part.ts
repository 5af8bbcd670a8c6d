import type { Material, Morph, Part, Substance } from '@talking-avatar/avatar/model';
import type { Binding, PolygonMesh } from '../makehuman/index.ts';
import { areaWeightedNormals, differentiateNormals, smoothNormals } from './mesh/index.ts';

export interface PartSource {
  name: string;
  substance: Substance;
  mesh: PolygonMesh;
  /** Vertex positions on this actor. */
  positions: Float32Array;
  /** First index in `mesh.triangles` of each triangle in the part. */
  triangleStarts: readonly number[];
  binding: Binding;
  /** Displacements of all vertices, by shape, in meters. */
  shapes: ReadonlyMap<string, Float32Array>;
  material: Material;
}

/** Displacements (in meters) and normal changes smaller than these are ignored. */
const MIN_DISPLACEMENT = 5e-5;
const MIN_TURN = 8e-3;

/** Extracts a part from a mesh: keeps the selected triangles, splits vertices at UV seams, and makes the shapes sparse. */
export function extractPart({ name, substance, mesh, positions, triangleStarts, binding, shapes, material }: PartSource): Part {
  const triangles = Uint32Array.from(triangleStarts.flatMap((t) => [...mesh.triangles.subarray(t, t + 3)]));
  const corners = triangleStarts.flatMap((t) => [...mesh.uvTriangles.subarray(t, t + 3)]);
  const { sources, uvSources, indices } = splitCorners(triangles, corners);
  const normals = smoothNormals(positions, triangles);
  const pick = (values: Float32Array, size: number, from: readonly number[]): Float32Array => {
    const picked = new Float32Array(from.length * size);
    from.forEach((source, i) => {
      picked.set(values.subarray(source * size, source * size + size), i * size);
    });
    return picked;
  };
  const areas = areaWeightedNormals(positions, triangles);
  const morphs = new Map<string, Morph>();
  for (const [shape, displacement] of shapes) {
    const morph = toMorph(displacement, { positions, triangles, areas, sources });
    if (morph) morphs.set(shape, morph);
  }
  return {
    name,
    substance,
    positions: pick(positions, 3, sources),
    normals: pick(normals, 3, sources),
    uvs: pick(mesh.uvs, 2, uvSources),
    occlusion: new Float32Array(sources.length).fill(1),
    indices,
    joints: Uint8Array.from(sources.flatMap((v) => [...binding.joints.subarray(4 * v, 4 * v + 4)])),
    weights: pick(binding.weights, 4, sources),
    morphs,
    material,
  };
}

function splitCorners(
  triangles: Uint32Array,
  corners: readonly number[],
): { sources: number[]; uvSources: number[]; indices: Uint32Array } {
  const known = new Map<number, number>();
  const sources: number[] = [];
  const uvSources: number[] = [];
  const indices = triangles.map((vertex, i) => {
    const key = vertex * 1e6 + corners[i]!;
    const found = known.get(key);
    if (found !== undefined) return found;
    known.set(key, sources.length);
    uvSources.push(corners[i]!);
    return sources.push(vertex) - 1;
  });
  return { sources, uvSources, indices };
}

function toMorph(
  displacement: Float32Array,
  rest: { positions: Float32Array; triangles: Uint32Array; areas: Float32Array; sources: readonly number[] },
): Morph | undefined {
  const normalDeltas = differentiateNormals(rest.positions, displacement, rest.triangles);
  // Normals at rest are unit vectors, so changes are scaled to match.
  for (let v = 0; v < normalDeltas.length; v += 3) {
    const area = Math.hypot(rest.areas[v]!, rest.areas[v + 1]!, rest.areas[v + 2]!);
    for (let k = v; k < v + 3; k++) normalDeltas[k] = area > 0 ? normalDeltas[k]! / area : 0;
  }
  const isStill = (v: number): boolean =>
    Math.hypot(displacement[3 * v]!, displacement[3 * v + 1]!, displacement[3 * v + 2]!) < MIN_DISPLACEMENT &&
    Math.hypot(normalDeltas[3 * v]!, normalDeltas[3 * v + 1]!, normalDeltas[3 * v + 2]!) < MIN_TURN;
  const vertices = [...rest.sources.keys()].filter((i) => !isStill(rest.sources[i]!));
  if (!vertices.length) return undefined;
  const gather = (values: Float32Array): Float32Array => {
    const gathered = new Float32Array(3 * vertices.length);
    vertices.forEach((i, at) => {
      for (let k = 0; k < 3; k++) gathered[3 * at + k] = values[3 * rest.sources[i]! + k]!;
    });
    return gathered;
  };
  return { vertices: Uint32Array.from(vertices), positions: gather(displacement), normals: gather(normalDeltas) };
}
