import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Meshes of the head, by material name. */
export type HeadMaterial = 'M_Face' | 'M_BackHead' | 'M_GumsTongue' | 'M_Teeth' | 'M_ScleraLeft';

/**
 * The ICT Face Model Light: a head derived from light-stage scans, with expressions under ARKit names (`_L` and `_R` for the sides) and 100
 * principal components of identity. In meters, with y up. The head faces +z, and its left is +x.
 */
export interface HeadModel {
  /** 3 values per vertex. */
  positions: Float32Array;
  /** 2 values per texture coordinate. (0, 0) is the lower left. */
  uvs: Float32Array;
  /** Returns the triangles that have these materials, as 3 vertices and 3 texture coordinates each. */
  triangles(...materials: readonly HeadMaterial[]): { vertices: Uint32Array; uvs: Uint32Array };
  expressionNames: readonly string[];
  /** Returns the displacements of all vertices at a weight of 1, in meters. @throws Error if the expression is unknown */
  expression(name: string): Float32Array;
  /** Returns the displacements for one standard deviation of an identity component, in meters. @param component 0..99 */
  identity(component: number): Float32Array;
}

interface StoredArray {
  offset: number;
  dtype: 'float32' | 'uint16' | 'int16';
  shape: number[];
}

interface Stored {
  parts: Record<'positions' | 'uv' | 'face_vertex' | 'face_uv', StoredArray>;
  groups: { material: string; first_face: number; faces: number }[];
  expressions: Record<string, { scale: number; vertices: StoredArray; deltas: StoredArray }>;
  identities: { scale: number; deltas: StoredArray }[];
}

/** Stored lengths are in centimeters. */
const UNIT = 0.01;
/** Marks the missing fourth corner of a triangle. */
const NO_CORNER = 65535;

let known: HeadModel | undefined;

/** Reads the head model the first time it is called in a process. */
export function readHeadModel(): HeadModel {
  known ??= read();
  return known;
}

function read(): HeadModel {
  const stored = JSON.parse(readFileSync(join(import.meta.dirname, 'ict-facekit.json'), 'utf8')) as Stored;
  const bytes = gunzipSync(readFileSync(join(import.meta.dirname, 'ict-facekit.bin.gz')));
  const load = ({ offset, dtype, shape }: StoredArray): Float32Array | Uint16Array | Int16Array => {
    const types = { float32: Float32Array, uint16: Uint16Array, int16: Int16Array };
    const length = shape.reduce((product, size) => product * size, 1);
    const from = bytes.byteOffset + offset;
    return new types[dtype](bytes.buffer.slice(from, from + length * types[dtype].BYTES_PER_ELEMENT) as ArrayBuffer);
  };
  const positions = Float32Array.from(load(stored.parts.positions), (value) => value * UNIT);
  const corners = load(stored.parts.face_vertex);
  const uvCorners = load(stored.parts.face_uv);
  /** Expands planes of x, y, and z to 3 values per vertex. @param vertices vertices that move; defaults to all of them */
  const expand = (deltas: StoredArray, scale: number, vertices?: ArrayLike<number>): Float32Array => {
    const planes = load(deltas);
    const count = planes.length / 3;
    const field = new Float32Array(positions.length);
    for (let i = 0; i < count; i++) for (let k = 0; k < 3; k++) field[3 * (vertices?.[i] ?? i) + k] = planes[k * count + i]! * scale * UNIT;
    return field;
  };
  return {
    positions,
    uvs: load(stored.parts.uv) as Float32Array,
    triangles: (...materials) => {
      const found = { vertices: [] as number[], uvs: [] as number[] };
      for (const { first_face: first, faces } of stored.groups.filter(({ material }) =>
        (materials as readonly string[]).includes(material),
      ))
        for (let face = first; face < first + faces; face++)
          for (const [list, from] of [
            [found.vertices, corners],
            [found.uvs, uvCorners],
          ] as const) {
            const [a, b, c, d] = from.subarray(4 * face, 4 * face + 4) as unknown as [number, number, number, number];
            list.push(a, b, c);
            if (corners[4 * face + 3] !== NO_CORNER) list.push(a, c, d);
          }
      return { vertices: Uint32Array.from(found.vertices), uvs: Uint32Array.from(found.uvs) };
    },
    expressionNames: Object.keys(stored.expressions),
    expression: (name) => {
      const expression = stored.expressions[name];
      if (!expression) throw new Error(`Unknown expression "${name}" in the head model`);
      return expand(expression.deltas, expression.scale, load(expression.vertices));
    },
    identity: (component) => expand(stored.identities[component]!.deltas, stored.identities[component]!.scale),
  };
}
