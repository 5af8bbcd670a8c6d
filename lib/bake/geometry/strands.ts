import type { Part } from '../../../layers/avatar/model/index.ts';
import { at, type Vector } from './mesh/index.ts';

/** Direction of strands at a texture coordinate, right and down, and how alike the strands around it are, 0..1. */
export type StrandDirection = (u: number, v: number) => { u: number; v: number; certainty: number };

/** Distance within which directions are averaged, metres: cards that overlap then shine as one. */
const AVERAGED = 0.012;
/** Certainty of the assumption that strands hang from the crown, relative to that of a texture. */
const HANGING = 0.02;
/** Direction of the crown from the centre of the head. */
const CROWN: Vector = [0.05, 0.86, -0.5];
/** Steps of the power iteration, which finds the axis that directions have in common. */
const STEPS = 12;

/**
 * Finds the direction of the strands at each vertex of hair: that of the texture, mapped to the surface and averaged
 * with the hair around it.
 *
 * @param directionAt direction of strands in the part's texture
 * @returns 3 per vertex, of length 1, from root to tip
 */
export function findStrands(part: Part, directionAt: StrandDirection): Float32Array {
  const { positions, indices } = part;
  const tensors = averageNearby(positions, sumTensors(part, directionAt));
  const strands = new Float32Array(positions.length);
  for (let v = 0; v < positions.length / 3; v++) {
    strands.set(mainAxis(tensors.subarray(6 * v, 6 * v + 6), hangingAt(part, v)), 3 * v);
  }
  alignAlongEdges(strands, indices);
  return strands;
}

/** Returns the direction of hair that hangs from the crown, on the surface. */
function hangingAt({ normals }: Part, vertex: number): Vector {
  const n = at(normals, vertex);
  const up = CROWN[0] * n[0] + CROWN[1] * n[1] + CROWN[2] * n[2];
  return unit([up * n[0] - CROWN[0], up * n[1] - CROWN[1], up * n[2] - CROWN[2]]);
}

/** Sums products of directions at each vertex: xx, yy, zz, xy, yz, zx. They have no sign, as strands in a texture. */
function sumTensors(part: Part, directionAt: StrandDirection): Float64Array {
  const { positions, uvs, indices } = part;
  const tensors = new Float64Array(2 * positions.length);
  const add = (v: number, [x, y, z]: Vector, weight: number): void => {
    [x * x, y * y, z * z, x * y, y * z, z * x].forEach((value, k) => {
      tensors[6 * v + k]! += weight * value;
    });
  };
  for (let v = 0; v < positions.length / 3; v++) add(v, hangingAt(part, v), HANGING * AVERAGED ** 2);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t]!, indices[t + 1]!, indices[t + 2]!];
    const [pa, pb, pc] = [at(positions, a), at(positions, b), at(positions, c)];
    const [e1, e2] = [pb.map((value, k) => value - pa[k]!), pc.map((value, k) => value - pa[k]!)];
    const [u1, v1] = [uvs[2 * b]! - uvs[2 * a]!, uvs[2 * b + 1]! - uvs[2 * a + 1]!];
    const [u2, v2] = [uvs[2 * c]! - uvs[2 * a]!, uvs[2 * c + 1]! - uvs[2 * a + 1]!];
    const size = u1 * v2 - u2 * v1;
    if (Math.abs(size) < 1e-12) continue;
    const area = Math.hypot(
      e1[1]! * e2[2]! - e1[2]! * e2[1]!,
      e1[2]! * e2[0]! - e1[0]! * e2[2]!,
      e1[0]! * e2[1]! - e1[1]! * e2[0]!,
    );
    for (const corner of [a, b, c]) {
      // Inside of the corner: the outline of a card has no strands.
      const inside = (axis: number): number =>
        0.5 * uvs[2 * corner + axis]! + (uvs[2 * a + axis]! + uvs[2 * b + axis]! + uvs[2 * c + axis]!) / 6;
      const { u, v, certainty } = directionAt(inside(0), inside(1));
      const [along, across] = [(u * v2 - v * u2) / size, (u1 * v - v1 * u) / size];
      const direction = e1.map((value, k) => along * value + across * e2[k]!) as unknown as Vector;
      add(corner, unit(direction), certainty * area);
    }
  }
  return tensors;
}

/** Averages values of 6 per vertex over the vertices in a cell of the size `AVERAGED` and in the cells around it. */
function averageNearby(positions: Float32Array, tensors: Float64Array): Float64Array {
  const cells = new Map<string, Float64Array>();
  const cellOf = (v: number): [number, number, number] =>
    at(positions, v).map((value) => Math.floor(value / AVERAGED)) as [number, number, number];
  for (let v = 0; v < positions.length / 3; v++) {
    const key = cellOf(v).join();
    const sum = cells.get(key) ?? new Float64Array(6);
    for (let k = 0; k < 6; k++) sum[k]! += tensors[6 * v + k]!;
    cells.set(key, sum);
  }
  const averaged = new Float64Array(tensors.length);
  for (let v = 0; v < positions.length / 3; v++) {
    const [x, y, z] = cellOf(v);
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dz = -1; dz <= 1; dz++) {
          const sum = cells.get([x + dx, y + dy, z + dz].join());
          // Nearer cells count more: by half for each axis on which they differ.
          const weight = 0.5 ** (Math.abs(dx) + Math.abs(dy) + Math.abs(dz));
          for (let k = 0; k < 6; k++) averaged[6 * v + k]! += weight * (sum?.[k] ?? 0);
        }
  }
  return averaged;
}

/** Returns the main axis of a tensor (power iteration), with the sign nearer to a first guess. */
function mainAxis([xx, yy, zz, xy, yz, zx]: Float64Array, guess: Vector): Vector {
  let axis = guess;
  for (let step = 0; step < STEPS; step++) {
    const [x, y, z] = axis;
    axis = unit([xx! * x + xy! * y + zx! * z, xy! * x + yy! * y + yz! * z, zx! * x + yz! * y + zz! * z]);
  }
  return axis;
}

/** Gives neighbours the same sign, starting in each connected mesh at its first vertex. */
function alignAlongEdges(strands: Float32Array, indices: Uint32Array): void {
  const neighbours = Array.from({ length: strands.length / 3 }, () => [] as number[]);
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [...indices.subarray(t, t + 3)];
    for (const v of corners) neighbours[v]!.push(...corners);
  }
  const seen = new Uint8Array(neighbours.length);
  for (let start = 0; start < seen.length; start++) {
    if (seen[start]) continue;
    const queue = [start];
    seen[start] = 1;
    for (const v of queue) {
      const [x, y, z] = at(strands, v);
      for (const other of neighbours[v]!) {
        if (seen[other]) continue;
        seen[other] = 1;
        queue.push(other);
        const [ox, oy, oz] = at(strands, other);
        if (x * ox + y * oy + z * oz < 0) strands.set([-ox, -oy, -oz], 3 * other);
      }
    }
  }
}

function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z);
  return length > 1e-12 ? [x / length, y / length, z / length] : [0, -1, 0];
}
