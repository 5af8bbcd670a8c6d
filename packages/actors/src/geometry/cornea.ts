import type { Part } from '@talking-avatar/avatar/model';
import type { Eyeball } from '../shapes/index.ts';
import { smoothStep, type Vector } from './mesh/index.ts';

/** Shape of the cornea, in meters. The iris is `depth` behind its front. Its bulge fades out from `from` to `to` away from the axis. */
const CORNEA = { depth: 0.0036, from: 0.0055, to: 0.0085 };

/** Gives the eyeballs the normals of the transparent cornea, so that highlights look the same however deep the eyes are. */
export function bulgeCorneaNormals(parts: readonly Part[], eyes: readonly Eyeball[]): void {
  for (const { substance, positions, normals } of parts) {
    if (substance !== 'eye') continue;
    for (const { center } of eyes) {
      const vertices = [...new Array(positions.length / 3).keys()].filter((v) => center[0] * positions[3 * v]! > 0);
      const from = (v: number): Vector => [
        positions[3 * v]! - center[0],
        positions[3 * v + 1]! - center[1],
        positions[3 * v + 2]! - center[2],
      ];
      const [, , iris] = vertices
        .map(from)
        .filter(([, , z]) => z > 0)
        .reduce((a, b) => (Math.hypot(b[0], b[1]) < Math.hypot(a[0], a[1]) ? b : a));
      for (const v of vertices) {
        const [x, y, z] = from(v);
        const bulge = z > 0 ? (iris - CORNEA.depth) * smoothStep(CORNEA.to, CORNEA.from, Math.hypot(x, y)) : 0;
        const out = [x, y, z - bulge] as const;
        const length = Math.hypot(...out);
        for (let k = 0; k < 3; k++) normals[3 * v + k] = out[k]! / length;
      }
    }
  }
}
