import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { KINDS } from '../src/geometry/groom/style.ts';
import { tintHairCard } from '../src/textures/hair-cards.ts';
import { paintStrandCards } from '../src/textures/strand-cards.ts';

const SIZE = 16;
const folder = mkdtempSync(join(tmpdir(), 'cards-'));
const path = join(folder, 'card.png');
// Dark on the left, light on the right, transparent below.
const image = Buffer.alloc(4 * SIZE * SIZE);
for (let i = 0; i < SIZE * SIZE; i++) {
  image.fill(i % SIZE < SIZE / 2 ? 80 : 160, 4 * i, 4 * i + 3);
  image[4 * i + 3] = i < (SIZE * SIZE) / 2 ? 200 : 0;
}
await sharp(image, { raw: { width: SIZE, height: SIZE, channels: 4 } })
  .png()
  .toFile(path);
afterAll(() => rmSync(folder, { recursive: true }));

describe('the image of brows and lashes', () => {
  it('is tinted to a mean color, but keeps its contrast and the color of transparent pixels', async () => {
    const card = await sharp(await tintHairCard(path, { color: [120, 90, 60], strength: 1.2 }))
      .raw()
      .toBuffer();
    const pixel = (x: number, y: number): number[] => [...card.subarray(4 * (y * SIZE + x), 4 * (y * SIZE + x) + 4)];
    expect(pixel(2, 2)).toEqual([80, 60, 40, 240]);
    expect(pixel(12, 2)).toEqual([160, 120, 80, 240]);
    expect(pixel(2, 12)).toEqual([120, 90, 60, 0]);
  });
});

describe('cards of hair', () => {
  it('have the color, range from dense to sparse, have transparency in between, fade in at the root, and thin out to the tip', async () => {
    const { data, info } = await sharp(await paintStrandCards([100, 80, 60], 'long'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const side = info.width / KINDS;
    let [red, blue, weight] = [0, 0, 0];
    const cover = (kind: number, from: number, to: number): number => {
      let sum = 0;
      for (let y = Math.floor(from * info.height); y < to * info.height; y++)
        for (let x = kind * side; x < (kind + 1) * side; x++) sum += data[4 * (y * info.width + x) + 3]! / 255;
      return sum / side / ((to - from) * info.height);
    };
    for (let i = 0; i < data.length; i += 4) {
      red += data[i]! * data[i + 3]!;
      blue += data[i + 2]! * data[i + 3]!;
      weight += data[i + 3]!;
    }
    expect(red / weight).toBeGreaterThan(70);
    expect(red / weight).toBeLessThan(110);
    expect(red / blue).toBeCloseTo(100 / 60, 0);
    expect(cover(0, 0.2, 0.6)).toBeGreaterThan(0.85);
    expect(cover(KINDS - 1, 0.2, 0.6)).toBeLessThan(0.4);
    for (let kind = 0; kind < KINDS; kind++) {
      expect(cover(kind, 0, 0.02)).toBeLessThan(0.35 * cover(kind, 0.2, 0.4));
      expect(cover(kind, 0.9, 1)).toBeLessThan(0.6 * cover(kind, 0.2, 0.4));
      for (let y = 0; y < info.height; y++) expect(data[4 * (y * info.width + kind * side) + 3]).toBeLessThan(255);
    }
  });

  it('of curls are empty at the root, because the repeating texture would show it as dots at the tips', async () => {
    const { data, info } = await sharp(await paintStrandCards([100, 80, 60], 'curls'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const alphas = (from: number, to: number): number[] =>
      [...data.subarray(4 * info.width * from, 4 * info.width * to)].filter((_, k) => k % 4 === 3);
    expect(Math.max(...alphas(0, 0.06 * info.height))).toBe(0);
    expect(Math.max(...alphas(0.2 * info.height, 0.3 * info.height))).toBeGreaterThan(100);
  });
});
