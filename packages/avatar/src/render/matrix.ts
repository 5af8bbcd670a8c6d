import type { Vector } from '../model/vectors.ts';

export { cross, normalize, scale, subtract, type Vector } from '../model/vectors.ts';

/** Column-major 4 × 4 matrices, as in WGSL. */
export type Matrix = Float32Array;

const identity = (): Matrix => Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

export function multiply(a: Matrix, b: Matrix): Matrix {
  const out = new Float32Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[k * 4 + row]! * b[column * 4 + k]!;
      out[column * 4 + row] = sum;
    }
  }
  return out;
}

export function translation([x, y, z]: Vector): Matrix {
  const out = identity();
  out.set([x, y, z], 12);
  return out;
}

/** Returns a rotation about z, then x, then y, in radians. Angles are counterclockwise when seen from the tip of the axis. */
export function rotation({ x = 0, y = 0, z = 0 }: { x?: number; y?: number; z?: number }): Matrix {
  const [sx, cx, sy, cy, sz, cz] = [Math.sin(x), Math.cos(x), Math.sin(y), Math.cos(y), Math.sin(z), Math.cos(z)];
  const aboutX = Float32Array.of(1, 0, 0, 0, 0, cx, sx, 0, 0, -sx, cx, 0, 0, 0, 0, 1);
  const aboutY = Float32Array.of(cy, 0, -sy, 0, 0, 1, 0, 0, sy, 0, cy, 0, 0, 0, 0, 1);
  const aboutZ = Float32Array.of(cz, sz, 0, 0, -sz, cz, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  return multiply(aboutY, multiply(aboutX, aboutZ));
}

/** Transforms a point. The fourth coordinate is for the perspective divide. */
export function transform(m: Matrix, [x, y, z]: Vector): [x: number, y: number, z: number, w: number] {
  const row = (k: number): number => m[k]! * x + m[4 + k]! * y + m[8 + k]! * z + m[12 + k]!;
  return [row(0), row(1), row(2), row(3)];
}
