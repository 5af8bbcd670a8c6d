import type { Part } from '@talking-avatar/avatar/model';
import type { Eyeball } from '../shapes/index.ts';
import { EYE_TEXTURE } from '../textures/eye.ts';

/** Maps the painted eye onto both eyeballs. Its center is at the foremost point, and texture distances from there are chord lengths. */
export function projectEyeUvs(parts: readonly Part[], [left, right]: readonly [Eyeball, Eyeball]): void {
  for (const { substance, positions, uvs } of parts) {
    if (substance !== 'eye') continue;
    for (let v = 0; v < positions.length / 3; v++) {
      const { center, radius } = positions[3 * v]! > 0 ? left : right;
      const [x, y, z] = [0, 1, 2].map((k) => positions[3 * v + k]! - center[k]!) as [number, number, number];
      const distance = Math.hypot(x, y, z);
      const chord = (radius / distance) * Math.sqrt(2 / (1 + Math.max(-0.9, z / distance)));
      uvs[2 * v] = 0.5 + (x * chord) / EYE_TEXTURE;
      uvs[2 * v + 1] = 0.5 - (y * chord) / EYE_TEXTURE;
    }
  }
}
