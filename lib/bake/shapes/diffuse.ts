import { bell, smoothStep } from '../geometry/mesh/index.ts';
import type { Face } from './face.ts';
import type { Field } from './field.ts';

const PASSES = 10;
/** Distances from the lip line between which a field is smoothed increasingly, metres. */
const LIPS = { from: 0.004, to: 0.012 };
/** Radius around a corner of the mouth in which vertices are kept together, metres. */
const CORNER = 0.008;

/**
 * Smooths a field over the skin. MakeHuman's units fold the cheek along one row of vertices, which shows as a ridge on
 * rounder faces than the original. The motion of the lips is kept.
 */
export function diffuseField(face: Face, field: Field): Field {
  const { positions, cavity, line } = face;
  const fromLips = (v: number): number =>
    Math.min(
      ...line.places.map((x, i) =>
        Math.hypot(positions[3 * v]! - x, positions[3 * v + 1]! - line.y[i]!, positions[3 * v + 2]! - line.z[i]!),
      ),
    );
  return smoothField(face, field, (v) => (cavity.vertices.has(v) ? 0 : smoothStep(LIPS.from, LIPS.to, fromLips(v))));
}

/** Smooths a field around the corners of the mouth, where it would otherwise tear skin and mouth cavity apart. */
export function holdMouthCorners(face: Face, field: Field): Field {
  const { positions, line } = face;
  const [y, z] = [line.y[0]!, line.z[0]!];
  return smoothField(face, field, (v) =>
    bell(
      Math.hypot(Math.abs(positions[3 * v]!) - line.half, positions[3 * v + 1]! - y, positions[3 * v + 2]! - z),
      CORNER,
    ),
  );
}

/**
 * Blends each vertex's displacement with the mean of its neighbours, repeatedly.
 *
 * @param shareOf weight of the neighbours, 0..1
 */
function smoothField({ triangles, cavity }: Face, field: Field, shareOf: (vertex: number) => number): Field {
  const neighbours = new Map<number, Set<number>>();
  const connect = (a: number, b: number): void => {
    const own = neighbours.get(a) ?? new Set();
    neighbours.set(a, own.add(b));
  };
  const moves = (v: number): boolean => field[3 * v] !== 0 || field[3 * v + 1] !== 0 || field[3 * v + 2] !== 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    if (!corners.some(moves) || corners.every((v) => cavity.vertices.has(v))) continue;
    corners.forEach((v, k) => {
      connect(v, corners[(k + 1) % 3]!);
      connect(v, corners[(k + 2) % 3]!);
    });
  }
  const shares = new Map([...neighbours.keys()].map((v) => [v, shareOf(v)]));
  let smoothed = field;
  for (let pass = 0; pass < PASSES; pass++) {
    const next = smoothed.slice();
    for (const [v, adjacent] of neighbours) {
      const share = shares.get(v)!;
      if (share === 0) continue;
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (const other of adjacent) sum += smoothed[3 * other + k]!;
        next[3 * v + k] = (1 - share) * smoothed[3 * v + k]! + (share * sum) / adjacent.size;
      }
    }
    smoothed = next;
  }
  return smoothed;
}
