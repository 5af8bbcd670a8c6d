import { ease } from '../mesh/index.ts';
import type { Face } from './face.ts';
import type { Field } from './field.ts';

const ROUNDS = 10;
/** From so far to so far from the line where the lips meet a field is softened more and more, metres. */
const LIPS = { from: 0.004, to: 0.012 };

/**
 * Spreads a field over the skin: MakeHuman's units fold the cheek along one row of vertices, which on a rounder face than the one
 * that they were made on stands out as a ridge. The lips keep their motion.
 */
export function soften({ positions, triangles, lining, line }: Face, field: Field): Field {
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
  const fromLips = (v: number): number =>
    Math.min(
      ...line.places.map((x, i) =>
        Math.hypot(positions[3 * v]! - x, positions[3 * v + 1]! - line.y[i]!, positions[3 * v + 2]! - line.z[i]!),
      ),
    );
  const shares = new Map([...neighbours.keys()].map((v) => [v, ease(LIPS.from, LIPS.to, fromLips(v))]));
  let soft = field;
  for (let round = 0; round < ROUNDS; round++) {
    const next = soft.slice();
    for (const [v, near] of neighbours) {
      const share = lining.vertices.has(v) ? 0 : shares.get(v)!;
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
