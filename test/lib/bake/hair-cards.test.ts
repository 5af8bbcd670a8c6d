import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { tintHairCard } from '../../../lib/bake/textures/hair-cards.ts';

const SIZE = 48;
const folder = mkdtempSync(join(tmpdir(), 'cards-'));
const path = join(folder, 'card.png');
// A square of hair, black at its edge, in the middle of what is clear.
const square = Buffer.alloc(4 * SIZE * SIZE);
for (let i = 0; i < SIZE * SIZE; i++) {
  const inside = 24 - Math.max(Math.abs((i % SIZE) - 23.5), Math.abs(Math.floor(i / SIZE) - 23.5));
  square.fill(inside > 10 ? 160 : 0, 4 * i, 4 * i + 3);
  square[4 * i + 3] = inside > 8 ? 255 : 0;
}
await sharp(square, { raw: { width: SIZE, height: SIZE, channels: 4 } })
  .png()
  .toFile(path);
afterAll(() => rmSync(folder, { recursive: true }));

/** The card's pixels along the middle line, from its left edge: their light and their alpha. */
async function lineOf(soft: number, straight = false): Promise<{ light: number[]; alpha: number[] }> {
  const card = await tintHairCard(path, { colour: [100, 100, 100], soft, straight });
  const line = (await sharp(card).raw().toBuffer()).subarray(4 * SIZE * 24, 4 * SIZE * 24 + 2 * SIZE);
  const pick = (channel: number) => [...line].filter((_, i) => i % 4 === channel);
  return { light: pick(0), alpha: pick(3) };
}

describe('the edge of a card', () => {
  it('is as its picture shows it', async () => {
    const { alpha } = await lineOf(0);
    expect(alpha).toEqual([...Array(8).fill(0), ...Array(16).fill(255)]);
  });

  it('fades inwards where it is soft, and nothing grows', async () => {
    const { alpha } = await lineOf(2);
    expect(alpha.slice(0, 8)).toEqual(Array(8).fill(0));
    const faded = alpha.slice(8, 13);
    expect(faded[0]).toBeLessThan(80);
    expect(faded).toEqual([...faded].sort((a, b) => a - b));
    expect(new Set(faded).size).toBeGreaterThan(3);
    expect(alpha.at(-1)).toBe(255);
  });

  it('is where the black ground of a picture of straight strands begins', async () => {
    expect((await lineOf(0, true)).alpha.findIndex((alpha) => alpha > 128)).toBeGreaterThanOrEqual(9);
  });

  it('has the colour of the hair where it is soft, however dark the ground of the picture', async () => {
    expect((await lineOf(0)).light[8]).toBeLessThan(30);
    expect((await lineOf(2)).light[8]).toBeGreaterThan(50);
  });
});
