import type { LightingName } from '@talking-avatar/contract';
import { PANORAMAS } from './panoramas.ts';
import type { Mips } from './textures.ts';

/** Width and height of the panoramas, in pixels. */
const [WIDTH, HEIGHT] = [64, 32];

/** Decodes the panorama of a lighting setup. `npm run studios` stores it as square roots of radiance. */
export function readPanorama(name: LightingName): Mips {
  const packed = Buffer.from(PANORAMAS[name].mirrored, 'base64');
  const pixels = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let k = 0; k < WIDTH * HEIGHT; k++) pixels.set([...packed.subarray(3 * k, 3 * k + 3), 255], 4 * k);
  return { width: WIDTH, height: HEIGHT, levels: [pixels] };
}
