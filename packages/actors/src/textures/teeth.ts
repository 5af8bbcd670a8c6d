import sharp from 'sharp';
import { createRasterizer } from '../geometry/atlas.ts';
import { smoothStep } from '../geometry/mesh/index.ts';
import { type MouthMesh, mouthMeshes } from '../ict/mouth.ts';
import type { Color } from '../makehuman/index.ts';
import { noise } from './noise.ts';

/** Width and height of the teeth and gum texture, and of the tongue texture, in pixels. */
const TEETH_SIZE = 1024;
const TONGUE_SIZE = 512;
/** Enamel color on the body of a tooth, at its translucent edge, and at its neck. */
const IVORY: Color = [226, 215, 197];
const EDGE: Color = [206, 202, 194];
const NECK: Color = [206, 182, 148];
/** Shade on a tooth next to its neighbors: color, strength, and where it starts and ends along the tooth. */
const BETWEEN: Color = [106, 68, 50];
const BORDER = { share: 0.66, from: 0.67, to: 1 } as const;
/** Colors of the gums around and between the teeth, and of the back of the tongue and its furrow. */
const GUM: Color = [168, 100, 96];
const GUM_DARK: Color = [142, 62, 62];
const TONGUE: Color = [232, 140, 134];
const FURROW: Color = [184, 98, 96];
/** Half the width of the furrow, in meters. */
const FURROW_HALF_WIDTH = 0.0032;
/** Paints the teeth and the gums. They are the same for all actors. */
export function paintTeeth(): Promise<Uint8Array> {
  painted.teeth ??= teethAndGums();
  return painted.teeth;
}

/** Paints the tongue with its papillae. It is the same for all actors. */
export function paintTongue(): Promise<Uint8Array> {
  painted.tongue ??= tongueBack();
  return painted.tongue;
}

/** Cached, because all actors share the same pictures. */
const painted: { teeth?: Promise<Uint8Array>; tongue?: Promise<Uint8Array> } = {};

const teethAndGums = (): Promise<Uint8Array> => {
  const { teeth } = mouthMeshes();
  return paint(teeth, TEETH_SIZE, GUM, [teeth.root, teeth.side], ([root, side], x, y) => {
    if (root < 0) return mix(GUM, GUM_DARK, noise(x / 18, y / 18, 4096, 11) * 0.7);
    const body = mix(EDGE, IVORY, smoothStep(0, 0.22, root));
    const streak = 0.06 * (noise(x / 3, y / 60, 4096, 12) - 0.5);
    const enamel = mix(body, NECK, smoothStep(0.45, 1, root));
    const border = BORDER.share * smoothStep(BORDER.from, BORDER.to, Math.abs(side));
    return mix(enamel, BETWEEN, border).map((value) => value * (1 + streak)) as unknown as Color;
  });
};

const tongueBack = (): Promise<Uint8Array> => {
  const { tongue } = mouthMeshes();
  const aside = Float32Array.from(tongue.root, (_, v) => Math.abs(tongue.positions[3 * v]!) / FURROW_HALF_WIDTH);
  return paint(tongue, TONGUE_SIZE, TONGUE, [aside], ([away], x, y) => {
    const papilla = 0.92 + 0.16 * noise(x / 2.4, y / 2.4, 4096, 13);
    return mix(FURROW, TONGUE, smoothStep(0, 1.5, away)).map((value) => value * papilla) as unknown as Color;
  });
};

const mix = (a: Color, b: Color, share: number): Color => a.map((value, k) => value + share * (b[k]! - value)) as unknown as Color;

/** Paints a mesh from per-vertex values. @param ground color of uncovered pixels, which mip levels blend with the edges of pieces */
async function paint<Values extends readonly Float32Array[]>(
  mesh: MouthMesh,
  size: number,
  ground: Color,
  values: readonly [...Values],
  colorOf: (at: { [K in keyof Values]: number }, x: number, y: number) => Color,
): Promise<Uint8Array> {
  const count = mesh.triangles.length / 3;
  const rasterize = createRasterizer(mesh, count, size);
  const covered = rasterize(new Float32Array(mesh.lower.length).fill(1));
  const drawn = values.map(rasterize);
  const pixels = Buffer.alloc(3 * size * size, Uint8Array.from(ground));
  for (let i = 0; i < covered.length; i++) {
    if (covered[i]! === 0) continue;
    const at = drawn.map((field) => field[i]!) as { [K in keyof Values]: number };
    pixels.set(colorOf(at, i % size, Math.floor(i / size)), 3 * i);
  }
  const raw = { width: size, height: size, channels: 3 } as const;
  return Uint8Array.from(await sharp(pixels, { raw }).jpeg({ quality: 90 }).toBuffer());
}
