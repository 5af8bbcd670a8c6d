import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** Maps each vertex of the MakeHuman base mesh to a position on the skin of the head model. */
export interface Correspondence {
  vertices: Uint16Array;
  /** Corners of a triangle in the head model, 3 per vertex. */
  corners: Uint16Array;
  /** Weights of `corners`, 3 per vertex, which sum to 1. */
  weights: Float32Array;
}

/** File written by `npm run register`. */
export const CORRESPONDENCE = join(import.meta.dirname, 'correspondence.bin.gz');
/** Numbers stored per vertex: the vertex, three corners, and the weights of the first two corners, in units of 1/65535. */
const FIELDS = 6;
const STEPS = 65535;

export function readCorrespondence(): Correspondence {
  const bytes = gunzipSync(readFileSync(CORRESPONDENCE));
  const stored = new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer);
  const count = stored.length / FIELDS;
  const pick = (from: number): Uint16Array => stored.subarray(from * count, (from + 1) * count);
  const [first, second] = [pick(4), pick(5)];
  return {
    vertices: pick(0),
    corners: Uint16Array.from({ length: 3 * count }, (_, i) => pick(1 + (i % 3))[Math.floor(i / 3)]!),
    weights: Float32Array.from({ length: 3 * count }, (_, i) => {
      const v = Math.floor(i / 3);
      return (i % 3 === 0 ? first[v]! : i % 3 === 1 ? second[v]! : STEPS - first[v]! - second[v]!) / STEPS;
    }),
  };
}

/** Encodes a correspondence for storage in the file. */
export function encodeCorrespondence({ vertices, corners, weights }: Correspondence): Uint8Array {
  const count = vertices.length;
  const stored = new Uint16Array(FIELDS * count);
  stored.set(vertices);
  vertices.forEach((_, i) => {
    for (let k = 0; k < 3; k++) stored[(1 + k) * count + i] = corners[3 * i + k]!;
    for (let k = 0; k < 2; k++) stored[(4 + k) * count + i] = Math.floor(weights[3 * i + k]! * STEPS);
  });
  return gzipSync(Buffer.from(stored.buffer), { level: 9 });
}
