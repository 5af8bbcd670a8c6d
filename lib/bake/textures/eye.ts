import sharp from 'sharp';
import type { Colour } from '../makehuman/index.ts';
import { noise } from './noise.ts';

/** Width and height of the texture, pixels. */
const SIZE = 1024;
/** Centres of the irises in the texture of MakeHuman's eyes. */
const IRIS_CENTRES = [
  { u: 0.2948, v: 0.7093 },
  { u: 0.7042, v: 0.3081 },
] as const;
/** Factors for MakeHuman's whites, which are nearly pure white: those of real eyes are darker and slightly warm. */
const WHITE_FACTORS = [0.78, 0.745, 0.72] as const;
/** Radii in texture units; 1 mm of the eyeball's front is 0.0205. */
const IRIS = 0.115;
const PUPIL = 0.039;
/** Distance at which the white is free of the original iris, in radii of the painted one. */
const CLEAR_RADIUS = 1.28;

/**
 * Paints irises onto MakeHuman's whites: fibres, a lighter collarette around the pupil, a dark limbal ring.
 *
 * @param whites path of MakeHuman's image of two eyes
 * @param iris colour of the irises
 */
export async function paintEyes(whites: string, iris: Colour): Promise<Uint8Array> {
  const { data } = await sharp(whites)
    .removeAlpha()
    .resize(SIZE, SIZE, { kernel: 'lanczos3' })
    .linear([...WHITE_FACTORS], [0, 0, 0])
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const { u, v } of IRIS_CENTRES)
    for (let y = Math.floor((v - 0.15) * SIZE); y < (v + 0.15) * SIZE; y++)
      for (let x = Math.floor((u - 0.15) * SIZE); x < (u + 0.15) * SIZE; x++) {
        const [dx, dy] = [(x + 0.5) / SIZE - u, (y + 0.5) / SIZE - v];
        const radius = Math.hypot(dx, dy) / IRIS;
        if (radius > 1.24) continue;
        const angle = Math.atan2(dy, dx) / (2 * Math.PI) + 0.5;
        const at = 3 * (y * SIZE + x);
        const cover = 1 - smooth(0.92, 1.1, radius);
        const painted = irisAt(radius, angle, iris);
        // The original iris is larger than the painted one; the white beyond it replaces its border.
        const beyond =
          3 *
          (Math.round(v * SIZE + (dy / radius) * CLEAR_RADIUS * SIZE) * SIZE +
            Math.round(u * SIZE + (dx / radius) * CLEAR_RADIUS * SIZE));
        for (let k = 0; k < 3; k++) {
          const own = smooth(1.12, 1.24, radius);
          const under = data[beyond + k]! * (1 - own) + data[at + k]! * own;
          data[at + k] = Math.round(under * (1 - cover) + painted[k]! * cover);
        }
      }
  const bytes = await sharp(data, { raw: { width: SIZE, height: SIZE, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
  return Uint8Array.from(bytes);
}

function irisAt(radius: number, angle: number, iris: Colour): [number, number, number] {
  const pupil = PUPIL / IRIS;
  const fibre =
    0.55 * noise(angle * 96, radius * 2.5, 96, 1) +
    0.3 * noise(angle * 192, radius * 4, 192, 2) +
    0.15 * noise(angle * 48, radius * 9, 48, 3);
  const collar = Math.exp(-(((radius - pupil - 0.14) / 0.1) ** 2));
  const rim = smooth(0.74, 0.98, radius);
  const light = (0.62 + 0.85 * fibre + 0.35 * collar) * (1 - 0.78 * rim);
  const open = smooth(pupil - 0.025, pupil + 0.025, radius);
  const warm = [1 + 0.18 * collar, 1 + 0.08 * collar, 1] as const;
  return [0, 1, 2].map((k) => open * Math.min(255, iris[k]! * light * warm[k]!) + (1 - open) * 6) as [
    number,
    number,
    number,
  ];
}

function smooth(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
