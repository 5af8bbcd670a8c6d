import sharp from 'sharp';
import { noise } from './noise.ts';
import type { SkinMasks } from './skin-masks.ts';

/** How much of the MakeHuman neck is replaced with its blurred color. The texture is stretched there. */
const EVENED = 0.85;
/** Width and height of the blurred image, and the blur radius, in pixels. */
const BLURRED = { size: 256, sigma: 3.5 } as const;
/** Factors for the red, green, and blue of the neck, which is in the shadow of the face and redder than in MakeHuman textures. */
const NECK = [0.975, 0.95, 0.95] as const;
/** Mottling of the neck: sizes in meters, and strength. */
const MOTTLE = { coarse: 0.014, fine: 0.0022, grain: 0.0008, strength: [0.07, 0.075, 0.14] } as const;
/** Nostrils: positions and radii, as fractions of the texture size, and the color inside, 0..255. */
const NOSTRILS = {
  places: [
    [0.3762, 0.4915],
    [0.3762, 0.5155],
  ],
  radii: [0.0039, 0.0038],
  color: [38, 16, 12],
  opacity: 0.8,
} as const;

/** Blurs a color map over a few millimeters. @returns RGB pixels of the same size */
export async function blurSkin(data: Uint8Array, size: number): Promise<Uint8Array> {
  const small = await sharp(data, { raw: { width: size, height: size, channels: 3 } })
    .resize(BLURRED.size, BLURRED.size)
    .blur(BLURRED.sigma)
    .raw()
    .toBuffer();
  const raw = { width: BLURRED.size, height: BLURRED.size, channels: 3 } as const;
  return sharp(small, { raw }).resize(size, size, { kernel: 'cubic' }).raw().toBuffer();
}

/** Replaces the neck, in place, with its blurred color and unstretched mottling. @param size size of the color map, in pixels */
export function evenNeck(data: Uint8Array, blurred: Uint8Array, size: number, { neck, size: small }: SkinMasks): void {
  const scale = size / small;
  for (let at = 0; at < neck.share.length; at++) {
    const share = neck.share[at]!;
    if (share === 0) continue;
    const [across, up] = [neck.around[at]!, neck.up[at]!];
    const [coarse, fine, grain] = [MOTTLE.coarse, MOTTLE.fine, MOTTLE.grain].map(
      (of, k) => MOTTLE.strength[k]! * (noise(across / of, up / of, 65536, 151 + k) - 0.5),
    ) as [number, number, number];
    const [left, top] = [(at % small) * scale, Math.floor(at / small) * scale];
    for (let y = top; y < top + scale; y++)
      for (let x = left; x < left + scale; x++) {
        const i = 3 * (y * size + x);
        for (let k = 0; k < 3; k++) {
          const even = data[i + k]! + EVENED * (blurred[i + k]! - data[i + k]!);
          const mottled = even * NECK[k]! * (1 + fine + grain + (k === 0 ? 0.3 : 1) * coarse);
          data[i + k] = Math.round(Math.min(255, data[i + k]! + share * (mottled - data[i + k]!)));
        }
      }
  }
}

/** Darkens the inside of the nostrils, which is as light as the cheeks in some MakeHuman textures. */
export function paintNostrils(data: Uint8Array, size: number): void {
  const [ru, rv] = NOSTRILS.radii.map((radius) => radius * size) as [number, number];
  for (const [u, v] of NOSTRILS.places) {
    const [cx, cy] = [u * size, v * size];
    for (let y = Math.floor(cy - 2 * rv); y <= cy + 2 * rv; y++)
      for (let x = Math.floor(cx - 2 * ru); x <= cx + 2 * ru; x++) {
        const away = Math.hypot((x - cx) / ru, (y - cy) / rv);
        const share = NOSTRILS.opacity * Math.exp(-(away ** 3));
        const i = 3 * (y * size + x);
        for (let k = 0; k < 3; k++) data[i + k] = Math.round(data[i + k]! + share * (NOSTRILS.color[k]! - data[i + k]!));
      }
  }
}
