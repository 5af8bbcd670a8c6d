import type { Part } from '../../src/model/index.ts';

/** Some of the vertices of a part, which are posed frame by frame, and the triangles between them. */
export interface Subset {
  /** Indices of the vertices within the part, in ascending order. */
  vertices: Uint32Array;
  /** Indices into `vertices`, 3 per triangle. */
  triangles: Uint32Array;
  /** Positions at rest, 3 per vertex, in meters. */
  rest: Float32Array;
  /** Returns the positions with the given weights of morph targets. The next call overwrites the array. */
  pose(weights: ReadonlyMap<string, number>): Float32Array;
}

/** @param keeps selects vertices by their index and their rest position, in meters */
export function selectVertices(
  { positions, indices, morphs }: Part,
  keeps: (vertex: number, x: number, y: number, z: number) => boolean,
): Subset {
  const places = new Int32Array(positions.length / 3).fill(-1);
  const kept: number[] = [];
  for (let v = 0; v < places.length; v++) {
    if (!keeps(v, positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!)) continue;
    places[v] = kept.length;
    kept.push(v);
  }
  const triangles: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const own = [places[indices[t]!]!, places[indices[t + 1]!]!, places[indices[t + 2]!]!];
    if (own.every((place) => place >= 0)) triangles.push(...own);
  }
  const moves = [...morphs].flatMap(([name, { vertices, positions: by }]) => {
    const own = [...vertices.keys()].filter((i) => places[vertices[i]!]! >= 0);
    if (own.length === 0) return [];
    const at = Uint32Array.from(own, (i) => 3 * places[vertices[i]!]!);
    return [{ name, at, by: Float32Array.from(own.flatMap((i) => [...by.subarray(3 * i, 3 * i + 3)])) }];
  });
  const rest = Float32Array.from(kept.flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]));
  const posed = new Float32Array(rest.length);
  return {
    vertices: Uint32Array.from(kept),
    triangles: Uint32Array.from(triangles),
    rest,
    pose(weights) {
      posed.set(rest);
      for (const { name, at, by } of moves) {
        const weight = weights.get(name) ?? 0;
        if (weight === 0) continue;
        for (let i = 0; i < at.length; i++) for (let k = 0; k < 3; k++) posed[at[i]! + k]! += weight * by[3 * i + k]!;
      }
      return posed;
    },
  };
}
