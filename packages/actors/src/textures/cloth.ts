import sharp from 'sharp';
import { type ClothPiece, type FittedGarment, lightAlong } from '../geometry/garment.ts';
import { normalize, type Vector } from '../geometry/mesh/index.ts';
import type { Garment } from '../makehuman/index.ts';
import { byte } from './byte.ts';
import { drawHems } from './hems.ts';
import { hash, noise, noiseRows } from './noise.ts';

/** Width and height of a garment texture, and of the MakeHuman texture that it is made from, in pixels. */
const SIZE = 1536;
const SOURCE_SIZE = 1024;
/** Half the width of the border painted around pieces, in pixels. */
const MARGIN = 3;
/** Maximum lightness of unused parts of a garment texture, 0..255. */
const UNUSED_LIGHTNESS = 16;
/** Sizes of threads and of patches with varying density, in meters, and their lightness variation. */
const THREADS = { size: 0.001, strength: 0.14 } as const;
const SLUBS = { length: 0.012, strength: 0.06 } as const;
const WEAR = { size: 0.045, strength: 0.08 } as const;
/** Width and height of a knitted stitch, in meters, and its lightness variation. */
const STITCH = { wide: 0.0042, high: 0.0032, strength: 0.16 } as const;
/** Direction to the lamp whose light and shade are painted on wrinkles, and the change in lightness per unit slope. */
const LAMP: Vector = normalize([0.35, 0.8, 0.45]);
const WRINKLES = 0.75;
/** Minimum blue value of a normal map pixel that is on the cloth, 0..255. */
const MIN_BLUE = 180;

interface Pixels {
  data: Uint8Array;
  channels: number;
}

/** Paints a garment texture as a JPEG: original or dyed colors, wrinkles, threads, and hems. @param path returns the path of a texture */
export async function paintCloth(
  { mesh, positions, pieces }: FittedGarment,
  { texture, relief, color, contrast = 1, repeat = 1, knitted = false }: Garment,
  path: (texture: string) => string,
): Promise<Uint8Array> {
  const picture = await read(path(texture), color !== undefined);
  const wrinkles = relief ? await read(path(relief), false) : undefined;
  const [flatU, flatV] = wrinkles ? [0, 1].map((channel) => meanOfCloth(wrinkles, channel)) : [0, 0];
  const hems = drawHems(mesh, positions, SIZE, knitted);
  const mean = color ? meanOfUsed(picture) : 255;
  const painted = Buffer.alloc(3 * SIZE * SIZE);
  const ground = color ?? [90, 90, 90];
  const [slopes, own] = [new Float64Array(3), new Float64Array(3)];
  for (let i = 0; i < painted.length; i++) painted[i] = ground[i % 3]!;
  for (const piece of pieces) {
    const { from, to, meters } = piece;
    const [alongU, alongV] = lightAlong(piece, LAMP);
    const [left, right] = [Math.floor(to.u * SIZE) - MARGIN, Math.ceil((to.u + to.width) * SIZE) + MARGIN];
    const [top, bottom] = [Math.floor(to.v * SIZE) - MARGIN, Math.ceil((to.v + to.height) * SIZE) + MARGIN];
    const wear = WEAR.size / (meters / SIZE);
    const patches = noiseRows(SIZE, wear, wear, 123);
    for (let y = Math.max(0, top); y < Math.min(SIZE, bottom); y++) {
      const worn = patches(y);
      for (let x = Math.max(0, left); x < Math.min(SIZE, right); x++) {
        const u = from.u + (((x + 0.5) / SIZE - to.u) / to.width) * from.width;
        const v = from.v + (((y + 0.5) / SIZE - to.v) / to.height) * from.height;
        const pixel = y * SIZE + x;
        const isBand = hems.isBand(pixel);
        let light = hems.light[pixel]! * weaveAt(x, y, meters / SIZE, piece, worn[x]!);
        if (knitted && !isBand) light *= stitchAt(x, y, meters / SIZE, piece);
        // In glTF, green points up in the texture, opposite to v.
        if (wrinkles && !isBand) {
          sample(wrinkles, u, v, slopes);
          if (slopes[2]! > MIN_BLUE) {
            const slope = (slopes[0]! - flatU!) * alongU - (slopes[1]! - flatV!) * alongV;
            light *= 1 + (WRINKLES * slope) / 127.5;
          }
        }
        sample(picture, color ? u * repeat : u, color ? v * repeat : v, own);
        for (let k = 0; k < 3; k++) {
          const value = color ? color[k]! * (1 + contrast * (own[0]! / mean - 1)) : own[k]!;
          painted[3 * (y * SIZE + x) + k] = byte(value * light);
        }
      }
    }
  }
  const raw = { width: SIZE, height: SIZE, channels: 3 } as const;
  return Uint8Array.from(await sharp(painted, { raw }).jpeg({ quality: 82 }).toBuffer());
}

/** Lightness factor of woven cloth: threads both ways, thicker threads, and worn patches. @param texel in meters @param worn noise, 0..1 */
function weaveAt(x: number, y: number, texel: number, { to }: ClothPiece, worn: number): number {
  const u = (x - to.u * SIZE) * texel;
  const v = (y - to.v * SIZE) * texel;
  const column = Math.floor(u / THREADS.size);
  const row = Math.floor(v / THREADS.size);
  const threads = hash(column, row >> 1, 121) + hash(column >> 1, row, 122) - 1;
  const slubs = noise(u / SLUBS.length, row, 4096, 124) + noise(column, v / SLUBS.length, 4096, 125) - 1;
  return 1 + THREADS.strength * threads + SLUBS.strength * slubs + WEAR.strength * (worn - 0.5);
}

/** Lightness factor of knitted cloth, which has columns of V-shaped stitches. */
function stitchAt(x: number, y: number, texel: number, { to }: ClothPiece): number {
  if (texel > STITCH.high / 3) return 1;
  const u = (x - to.u * SIZE) * texel;
  const v = (y - to.v * SIZE) * texel;
  const column = u / STITCH.wide;
  const aside = Math.abs(column - Math.floor(column) - 0.5);
  const row = v / STITCH.high - aside + 0.5 * hash(Math.floor(column), 7, 126);
  const raised = Math.cos(2 * Math.PI * row) * 0.6 + 4 * aside * (1 - 2 * aside) - 0.4;
  return 1 + STITCH.strength * raised;
}

async function read(path: string, gray: boolean): Promise<Pixels> {
  const picture = sharp(path).removeAlpha().resize(SOURCE_SIZE, SOURCE_SIZE, { fit: 'fill', kernel: 'lanczos3' }).toColorspace('srgb');
  const { data, info } = await (gray ? picture.grayscale() : picture).raw().toBuffer({ resolveWithObject: true });
  return { data, channels: info.channels };
}

/** Mean lightness of a grayscale picture. Black pixels are not part of the garment. */
function meanOfUsed({ data }: Pixels): number {
  let [sum, count] = [0, 0];
  for (const value of data)
    if (value > UNUSED_LIGHTNESS) {
      sum += value;
      count++;
    }
  return sum / Math.max(1, count);
}

/** Mean of a normal map channel. Some MakeHuman maps are stored with gamma, so flat cloth is not at 127.5. */
function meanOfCloth({ data, channels }: Pixels, channel: number): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < data.length; i += channels)
    if (data[i + 2]! > MIN_BLUE) {
      sum += data[i + channel]!;
      count++;
    }
  return sum / Math.max(1, count);
}

/** Wraps pixel coordinates. The texture repeats in both directions, and its size is a power of two. */
const wrap = (cell: number): number => cell & (SOURCE_SIZE - 1);

/** Interpolates the channels of a picture that repeats in both directions. @param into receives up to three channels */
function sample({ data, channels }: Pixels, u: number, v: number, into: Float64Array): void {
  const x = u * SOURCE_SIZE - 0.5;
  const y = v * SOURCE_SIZE - 0.5;
  const column = Math.floor(x);
  const row = Math.floor(y);
  const right = x - column;
  const below = y - row;
  const upper = wrap(row) * SOURCE_SIZE;
  const lower = wrap(row + 1) * SOURCE_SIZE;
  const a = channels * (upper + wrap(column));
  const b = channels * (upper + wrap(column + 1));
  const c = channels * (lower + wrap(column));
  const d = channels * (lower + wrap(column + 1));
  for (let channel = 0; channel < 3 && channel < channels; channel++)
    into[channel] =
      (1 - below) * ((1 - right) * data[a + channel]! + right * data[b + channel]!) +
      below * ((1 - right) * data[c + channel]! + right * data[d + channel]!);
}
