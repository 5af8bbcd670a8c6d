import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodePoster } from '../src/video/index.ts';

const [WIDTH, HEIGHT] = [64, 48];
const BACKGROUND = { red: 20, green: 60, blue: 120 };
const view = { camera: 0, width: WIDTH, height: HEIGHT, background: BACKGROUND } as const;

/** Draws white to the left of a steep edge, and the background to the right. */
function drawEdge(): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(32 * 32 * 4);
  for (let y = 0; y < 32; y++)
    for (let x = 0; x < 32; x++) pixels.set(x < 12 + y / 5 ? [255, 255, 255, 255] : [20, 60, 120, 255], 4 * (32 * y + x));
  return pixels;
}

async function decode(image: Uint8Array): Promise<(x: number, y: number) => number[]> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([WIDTH, HEIGHT, 3]);
  return (x, y) => [...data.subarray(3 * (y * WIDTH + x), 3 * (y * WIDTH + x) + 3)];
}

describe('a poster', () => {
  it("has smooth edges and the background's color", async () => {
    const pixelAt = await decode(await encodePoster({ x: 16, y: 8, width: 32, height: 32, pixels: drawEdge() }, view));
    const between = Array.from({ length: 24 }, (_, row) => row + 12).filter((y) =>
      Array.from({ length: 32 }, (_, x) => pixelAt(16 + x, y)[0]!).some((red) => red > 60 && red < 200),
    );
    expect(between.length).toBeGreaterThan(7);
    for (const [k, value] of pixelAt(4, 4).entries()) expect(Math.abs(value - Object.values(BACKGROUND)[k]!)).toBeLessThan(4);
  });

  it('shows a backdrop behind the actor', async () => {
    const backdrop = new Uint8Array(WIDTH * HEIGHT * 4).fill(200);
    const pixelAt = await decode(await encodePoster({ x: 16, y: 8, width: 32, height: 32, pixels: drawEdge() }, { ...view, backdrop }));
    for (const value of pixelAt(60, 40)) expect(Math.abs(value - 200)).toBeLessThan(4);
  });
});
