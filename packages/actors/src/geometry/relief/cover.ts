import type { Part } from '@talking-avatar/avatar/model';
import { project, type ReliefCamera } from './view.ts';
import type { Window } from './window.ts';

/** Number of hair texels per cover texel, in each direction. */
const COVER_SCALE = 4;

/** Depth of skin and clothes in a window, one value per square of texels, column by column. Where there are neither, it is `NOTHING`. */
export interface Cover {
  width: number;
  height: number;
  depth: Float32Array;
}

/** Depth of empty cells, in meters relative to the eyes. */
export const NOTHING = -9;

/** Renders the depth of surfaces below or in front of hair. */
export function drawCover(parts: readonly Part[], camera: ReliefCamera, window: Window): Cover {
  const width = Math.ceil(window.width / COVER_SCALE);
  const height = Math.ceil(window.height / COVER_SCALE);
  const depth = new Float32Array(width * height).fill(NOTHING);
  const scale = 1 / (window.texel * COVER_SCALE);
  for (const { positions, indices } of parts) {
    const at = project(camera, positions, 3);
    for (let k = 0; k < at.length; k += 3) {
      at[k] = (at[k]! - window.left) * scale - 0.5;
      at[k + 1] = (window.top - at[k + 1]!) * scale - 0.5;
    }
    for (let k = 0; k < indices.length; k += 3)
      drawTriangle({ width, height, depth }, at, 3 * indices[k]!, 3 * indices[k + 1]!, 3 * indices[k + 2]!);
  }
  return { width, height, depth };
}

function drawTriangle({ width, height, depth }: Cover, at: Float32Array, a: number, b: number, c: number): void {
  const [ax, ay, az] = [at[a]!, at[a + 1]!, at[a + 2]!];
  const [abx, aby, abz] = [at[b]! - ax, at[b + 1]! - ay, at[b + 2]! - az];
  const [acx, acy, acz] = [at[c]! - ax, at[c + 1]! - ay, at[c + 2]! - az];
  const area = abx * acy - acx * aby;
  if (Math.abs(area) < 1e-9) return;
  const left = Math.max(0, Math.floor(ax + Math.min(0, abx, acx)));
  const right = Math.min(width - 1, Math.ceil(ax + Math.max(0, abx, acx)));
  const low = Math.max(0, Math.floor(ay + Math.min(0, aby, acy)));
  const high = Math.min(height - 1, Math.ceil(ay + Math.max(0, aby, acy)));
  for (let x = left; x <= right; x++)
    for (let y = low; y <= high; y++) {
      const v = ((x - ax) * acy - acx * (y - ay)) / area;
      const w = (abx * (y - ay) - (x - ax) * aby) / area;
      if (v < -0.01 || w < -0.01 || v + w > 1.01) continue;
      const z = az + v * abz + w * acz;
      if (z > depth[x * height + y]!) depth[x * height + y] = z;
    }
}

export function coverAt({ width, height, depth }: Cover, x: number, y: number): number {
  const column = Math.floor(x / COVER_SCALE);
  const row = Math.floor(y / COVER_SCALE);
  if (column < 0 || row < 0 || column >= width || row >= height) return NOTHING;
  return depth[column * height + row]!;
}
