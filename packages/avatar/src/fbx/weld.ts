import type { Part } from '../model/model.ts';

/** Maps each vertex of a part to a point. */
export interface Weld {
  pointOfVertex: Int32Array;
  /** Number of points. */
  count: number;
}

/** Merges vertices with the same positions, joints, weights, and displacements, so that smoothing in other tools doesn't open UV seams. */
export function weldVertices(part: Part): Weld {
  const hashes = hashVertices(part);
  const points = new Map<number, number>();
  let count = 0;
  const pointOfVertex = Int32Array.from(hashes, (hash) => {
    const point = points.get(hash);
    if (point !== undefined) return point;
    points.set(hash, count);
    return count++;
  });
  return { pointOfVertex, count };
}

/** Hashes everything that must match for each vertex to 53 bits. Collisions happen in one in a billion actors. */
function hashVertices({ positions, joints, weights, morphs }: Part): Float64Array {
  const vertices = positions.length / 3;
  const [first, second] = [new Uint32Array(vertices).fill(HASH_BASIS), new Uint32Array(vertices).fill(~HASH_BASIS)];
  const mix = (vertex: number, bits: number): void => {
    first[vertex] = Math.imul(first[vertex]! ^ bits, 0x01000193);
    first[vertex]! ^= first[vertex]! >>> 15;
    second[vertex] = Math.imul(second[vertex]! + bits, 0x85ebca6b);
    second[vertex]! ^= second[vertex]! >>> 13;
  };
  const [positionBits, weightBits] = [bitsOf(positions), bitsOf(weights)];
  for (let vertex = 0; vertex < vertices; vertex++) {
    for (let i = 3 * vertex; i < 3 * vertex + 3; i++) mix(vertex, positionBits[i]!);
    for (let i = 4 * vertex; i < 4 * vertex + 4; i++) {
      mix(vertex, joints[i]!);
      mix(vertex, weightBits[i]!);
    }
  }
  let shape = 0;
  for (const morph of morphs.values()) {
    shape++;
    const deltaBits = bitsOf(morph.positions);
    for (const [i, vertex] of morph.vertices.entries()) {
      mix(vertex, shape);
      for (let at = 3 * i; at < 3 * i + 3; at++) mix(vertex, deltaBits[at]!);
    }
  }
  return Float64Array.from(first, (bits, vertex) => bits * 2 ** 21 + (second[vertex]! >>> 11));
}

const HASH_BASIS = 0x811c9dc5;

/** Returns the bits of floats. Adding 0 turns -0 into 0. */
const bitsOf = (values: Float32Array): Uint32Array => new Uint32Array(values.map((value) => value + 0).buffer);
