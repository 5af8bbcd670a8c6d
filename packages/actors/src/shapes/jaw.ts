import type { Field } from './field.ts';

/** A rotation about a left-to-right axis through (y, z). */
export interface Hinge {
  /** In radians. Positive angles open the jaw. */
  angle: number;
  y: number;
  z: number;
}

/** Fits the rotation about a left-to-right axis that best reproduces a field. @param vertices rigid vertices, such as the lower teeth */
export function fitHinge(positions: Float32Array, field: Field, vertices: readonly number[]): Hinge {
  const mean = (k: number, values: (v: number) => number): number =>
    vertices.reduce((sum, v) => sum + values(v), 0) / vertices.length + 0 * k;
  const [y0, z0] = [mean(1, (v) => positions[3 * v + 1]!), mean(2, (v) => positions[3 * v + 2]!)];
  const [dy, dz] = [mean(1, (v) => field[3 * v + 1]!), mean(2, (v) => field[3 * v + 2]!)];
  let [cross, dot] = [0, 0];
  for (const v of vertices) {
    const [ay, az] = [positions[3 * v + 1]! - y0, positions[3 * v + 2]! - z0];
    const [by, bz] = [ay + field[3 * v + 1]! - dy, az + field[3 * v + 2]! - dz];
    cross += az * by - ay * bz;
    dot += ay * by + az * bz;
  }
  const angle = -Math.atan2(cross, dot);
  // Center of the rotation that moves (y0, z0) by (dy, dz).
  const half = 2 * Math.tan(angle / 2);
  return { angle, y: y0 + dy / 2 - dz / half, z: z0 + dz / 2 + dy / half };
}

export function hingeDisplacement({ angle, y, z }: Hinge, py: number, pz: number): [number, number, number] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [ry, rz] = [py - y, pz - z];
  return [0, cos * ry - sin * rz - ry, sin * ry + cos * rz - rz];
}
