import { bell, smoothStep } from '../geometry/mesh/index.ts';
import type { Face } from './face.ts';
import type { Field } from './field.ts';

const ROUNDS = 10;
/** From so far to so far from the line where the lips meet a field is softened more and more, metres. */
const LIPS = { from: 0.004, to: 0.012 };
/** So far about a corner of the mouth its vertices are kept together, metres. */
const CORNER = 0.008;

/**
 * Spreads a field over the skin: MakeHuman's units fold the cheek along one row of vertices, which on a rounder face than the one
 * that they were made on stands out as a ridge. The lips keep their motion.
 */
export function diffuseField(face: Face, field: Field): Field {
  const { positions, lining, line } = face;
  const fromLips = (v: number): number =>
    Math.min(
      ...line.places.map((x, i) =>
        Math.hypot(positions[3 * v]! - x, positions[3 * v + 1]! - line.y[i]!, positions[3 * v + 2]! - line.z[i]!),
      ),
    );
  return spread(face, field, (v) => (lining.vertices.has(v) ? 0 : smoothStep(LIPS.from, LIPS.to, fromLips(v))));
}

/** Keeps what lies about the corners of the mouth together, skin and lining, where a field would tear a hole between them. */
export function holdMouthCorners(face: Face, field: Field): Field {
  const { positions, line } = face;
  const [y, z] = [line.y[0]!, line.z[0]!];
  return spread(face, field, (v) =>
    bell(
      Math.hypot(Math.abs(positions[3 * v]!) - line.half, positions[3 * v + 1]! - y, positions[3 * v + 2]! - z),
      CORNER,
    ),
  );
}

/** Moves each vertex as its neighbours by the share that it gives, again and again. */
function spread({ triangles, lining }: Face, field: Field, shareOf: (vertex: number) => number): Field {
  const neighbours = new Map<number, Set<number>>();
  const meet = (a: number, b: number): void => {
    const own = neighbours.get(a) ?? new Set();
    neighbours.set(a, own.add(b));
  };
  const moves = (v: number): boolean => field[3 * v] !== 0 || field[3 * v + 1] !== 0 || field[3 * v + 2] !== 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    if (!corners.some(moves) || corners.every((v) => lining.vertices.has(v))) continue;
    corners.forEach((v, k) => {
      meet(v, corners[(k + 1) % 3]!);
      meet(v, corners[(k + 2) % 3]!);
    });
  }
  const shares = new Map([...neighbours.keys()].map((v) => [v, shareOf(v)]));
  let soft = field;
  for (let round = 0; round < ROUNDS; round++) {
    const next = soft.slice();
    for (const [v, near] of neighbours) {
      const share = shares.get(v)!;
      if (share === 0) continue;
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (const other of near) sum += soft[3 * other + k]!;
        next[3 * v + k] = (1 - share) * soft[3 * v + k]! + (share * sum) / near.size;
      }
    }
    soft = next;
  }
  return soft;
}
