import sharp from 'sharp';
import { rasterizeVertexValues } from '../geometry/atlas.ts';
import { smoothStep } from '../geometry/mesh/index.ts';
import { type MouthMesh, mouthMeshes } from '../ict/mouth.ts';
import type { Colour } from '../makehuman/index.ts';
import { noise } from './noise.ts';

/** Width and height of the texture of teeth and gums, and of the tongue's, pixels. */
const TEETH_SIZE = 1024;
const TONGUE_SIZE = 512;
/** Enamel at the body of a tooth, at its translucent edge, and at its neck. */
const IVORY: Colour = [222, 210, 188];
const EDGE: Colour = [206, 202, 194];
const NECK: Colour = [206, 182, 148];
/** Gums where they hold the teeth, and between them; the tongue's back and its furrow. */
const GUM: Colour = [168, 100, 96];
const GUM_DARK: Colour = [142, 62, 62];
const TONGUE: Colour = [198, 116, 114];
const FURROW: Colour = [166, 84, 86];
/** Half width of the furrow, metres. */
const FURROW_HALF_WIDTH = 0.004;
/** Pixels by which colours extend beyond a piece, so that scaled-down versions have no fringe. */
const DILATION = 8;

/** Paints teeth and gums; the same for all actors. */
export function paintTeeth(): Promise<Uint8Array> {
  painted.teeth ??= teethAndGums();
  return painted.teeth;
}

/** Paints the tongue, with its papillae; the same for all actors. */
export function paintTongue(): Promise<Uint8Array> {
  painted.tongue ??= tongueBack();
  return painted.tongue;
}

/** What was painted for an earlier actor. */
const painted: { teeth?: Promise<Uint8Array>; tongue?: Promise<Uint8Array> } = {};

const teethAndGums = (): Promise<Uint8Array> => {
  const { teeth } = mouthMeshes();
  return paint(teeth, TEETH_SIZE, teeth.root, (root, x, y) => {
    if (root < 0) return mix(GUM, GUM_DARK, noise(x / 18, y / 18, 4096, 11) * 0.7);
    const body = mix(EDGE, IVORY, smoothStep(0, 0.22, root));
    const streak = 0.06 * (noise(x / 3, y / 60, 4096, 12) - 0.5);
    return mix(body, NECK, smoothStep(0.45, 1, root)).map((value) => value * (1 + streak)) as unknown as Colour;
  });
};

const tongueBack = (): Promise<Uint8Array> => {
  const { tongue } = mouthMeshes();
  const aside = Float32Array.from(tongue.root, (_, v) => Math.abs(tongue.positions[3 * v]!) / FURROW_HALF_WIDTH);
  return paint(tongue, TONGUE_SIZE, aside, (away, x, y) => {
    const papilla = 0.85 + 0.3 * noise(x / 2.4, y / 2.4, 4096, 13);
    return mix(FURROW, TONGUE, smoothStep(0, 1.5, away)).map((value) => value * papilla) as unknown as Colour;
  });
};

const mix = (a: Colour, b: Colour, share: number): Colour =>
  a.map((value, k) => value + share * (b[k]! - value)) as unknown as Colour;

/**
 * Paints a mesh from a value per vertex.
 *
 * @param colourOf colour at a value and a pixel
 */
async function paint(
  mesh: MouthMesh,
  size: number,
  values: Float32Array,
  colourOf: (value: number, x: number, y: number) => Colour,
): Promise<Uint8Array> {
  const count = mesh.triangles.length / 3;
  const covered = rasterizeVertexValues(mesh, count, new Float32Array(values.length).fill(1), size);
  const drawn = rasterizeVertexValues(mesh, count, values, size);
  const pixels = Buffer.alloc(3 * size * size);
  let filled: number[] = [];
  const isFilled = new Uint8Array(size * size);
  for (let i = 0; i < covered.length; i++) {
    if (covered[i]! === 0) continue;
    pixels.set(colourOf(drawn[i]!, i % size, Math.floor(i / size)), 3 * i);
    isFilled[i] = 1;
    filled.push(i);
  }
  for (let round = 0; round < DILATION; round++) {
    const grown: number[] = [];
    for (const i of filled)
      for (const other of [i - 1, i + 1, i - size, i + size]) {
        if (other < 0 || other >= covered.length || isFilled[other]) continue;
        pixels.copyWithin(3 * other, 3 * i, 3 * i + 3);
        isFilled[other] = 1;
        grown.push(other);
      }
    filled = grown;
  }
  const raw = { width: size, height: size, channels: 3 } as const;
  return Uint8Array.from(await sharp(pixels, { raw }).jpeg({ quality: 90 }).toBuffer());
}
