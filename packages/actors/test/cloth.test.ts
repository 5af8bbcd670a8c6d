import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FittedGarment } from '../src/geometry/garment.ts';
import { paintCloth } from '../src/textures/cloth.ts';

/** A garment on the chest that is a single piece, half a meter wide, and fills the texture. */
const places = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;
const whole = { u: 0, v: 0, width: 1, height: 1 };
const positions = Float32Array.from(places.flatMap(([u, v]) => [u / 2, -v / 2, 0]));
const triangles = Uint32Array.from([0, 2, 1, 1, 2, 3]);
const GARMENT: FittedGarment = {
  mesh: { positions, triangles, uvTriangles: triangles, uvs: Float32Array.from(places.flat()) },
  positions,
  pieces: [{ from: whole, to: whole, meters: 0.5, across: [1, 0, 0], down: [0, -1, 0] }],
};

/** Returns the mean color of the garment with a flat normal map, in which red and green have this value. */
async function meanWith(flat: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'cloth-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const picture = (name: string, background: { r: number; g: number; b: number }) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } }).toFile(join(folder, name));
  await picture('color.png', { r: 128, g: 128, b: 128 });
  await picture('normal.png', { r: flat, g: flat, b: 255 });
  const garment = { proxy: '', texture: 'color.png', relief: 'normal.png', color: [150, 90, 60] } as const;
  const painted = await paintCloth(GARMENT, garment, (name) => join(folder, name));
  return (await sharp(painted).stats()).channels[0]!.mean;
}

describe('cloth', () => {
  it('has the same lightness with a flat normal map whether or not it is stored with gamma', async () => {
    expect(Math.abs((await meanWith(187)) - (await meanWith(127)))).toBeLessThan(0.5);
  });
});
