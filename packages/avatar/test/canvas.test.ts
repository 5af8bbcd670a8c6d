import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Color, FrameRegion } from '../src/render/index.ts';
import { createFramePool } from '../src/video/index.ts';
import { paintPlainly } from './plain-canvas.ts';

const BLACK = { red: 0, green: 0, blue: 0 };

const canvasOf = (width: number, height: number, background: Color) =>
  createFramePool({ width, height, background }, { canvases: 1, pixelBuffers: 0 }).canvases[0]!;

describe('a canvas', () => {
  it('converts colors to limited-range BT.709', () => {
    expect([...canvasOf(2, 2, { red: 255, green: 255, blue: 255 }).bytes]).toEqual([235, 235, 235, 235, 128, 128]);
    expect([...canvasOf(2, 2, { red: 0, green: 0, blue: 255 }).bytes]).toEqual([32, 32, 32, 32, 240, 118]);
  });

  it('paints a picture in its place and leaves the rest unchanged', () => {
    const canvas = canvasOf(8, 8, BLACK);
    canvas.paint({ x: 2, y: 4, width: 4, height: 2, pixels: new Uint8Array(32).fill(255) });
    const luma = Array.from({ length: 8 }, (_, row) => [...canvas.bytes.subarray(row * 8, row * 8 + 8)]);
    expect(luma[4]).toEqual([16, 16, 235, 235, 235, 235, 16, 16]);
    expect(luma[3]).toEqual(new Array(8).fill(16));
    canvas.paint({ x: 0, y: 0, width: 2, height: 2, pixels: new Uint8Array(16).fill(255) });
    expect(canvas.bytes[4 * 8 + 2]).toBe(16);
  });

  it('shows the backdrop outside the picture', () => {
    const backdrop = new Uint8Array(8 * 8 * 4).fill(255);
    backdrop.fill(0, 0, 4 * 8 * 4);
    const format = { width: 8, height: 8, background: BLACK, backdrop };
    const canvas = createFramePool(format, { canvases: 1, pixelBuffers: 0 }).canvases[0]!;
    for (const left of [0, 4]) {
      canvas.paint({ x: left, y: 6, width: 4, height: 2, pixels: new Uint8Array(32) });
      const luma = Array.from({ length: 8 }, (_, row) => [...canvas.bytes.subarray(row * 8, row * 8 + 8)]);
      expect(luma[0]).toEqual(new Array(8).fill(16));
      expect(luma[5]).toEqual(new Array(8).fill(235));
      expect(luma[7]).toEqual(Array.from({ length: 8 }, (_, x) => (x >= left && x < left + 4 ? 16 : 235)));
    }
  });

  it('blurs out-of-focus pixels with their neighbors, twice, and leaves the face sharp', () => {
    const [width, height] = [90, 60];
    const pixels = Uint8Array.from({ length: 70 * 50 * 4 }, (_, k) => (Math.floor(k / 12) * 7919) % 251);
    const picture = { x: 8, y: 6, width: 70, height: 50, pixels };
    const focus = { x: 40, y: 30, across: 14, down: 20, strength: 1 };
    const paint = (given: FrameRegion): Uint8Array => {
      const canvas = canvasOf(width, height, BLACK);
      canvas.paint(given);
      return canvas.bytes;
    };
    const [sharp, soft] = [paint(picture), paint({ ...picture, focus })];
    let expected = sharp.slice();
    for (let round = 0; round < 2; round++) {
      const from = expected.slice();
      expected = from.slice();
      const at = (x: number, y: number): number => from[y * width + x]!;
      for (let y = 2; y < height - 2; y++)
        for (let x = 2; x < width - 2; x++) {
          const away = Math.hypot((x - focus.x) / focus.across, (y - focus.y) / focus.down);
          const share = Math.trunc(127 * Math.max(0, Math.min(1, (away - 1) / 0.75)));
          const [down, across] = [(at(x, y - 1) + at(x, y + 1) + 1) >> 1, (at(x - 1, y) + at(x + 1, y) + 1) >> 1];
          const mean = (down + across + 1) >> 1;
          expected[y * width + x] = at(x, y) + (((mean - at(x, y)) * share + 64) >> 7);
        }
    }
    expect(Buffer.compare(soft, expected)).toBe(0);
    expect(soft[30 * width + 40]).toBe(sharp[30 * width + 40]);
    expect(Buffer.compare(soft, sharp)).not.toBe(0);
  });

  it("has alpha and unpremultiplied colors without a background, even beyond the picture's edge", () => {
    const size = 32;
    const format = { width: size, height: size, background: BLACK, transparent: true };
    const { canvases } = createFramePool(format, { canvases: 1, pixelBuffers: 0 });
    // White, multiplied by alpha: opaque to the left of column 12, half transparent in column 12, and empty to the right of it.
    const pixels = new Uint8Array(size * size * 4);
    for (let k = 0; k < size * size; k++) pixels.fill([255, 128, 0][Math.sign((k % size) - 12) + 1]!, k * 4, k * 4 + 4);
    canvases[0]!.paint({ x: 0, y: 0, width: size, height: size, pixels });
    const { bytes } = canvases[0]!;
    expect(bytes).toHaveLength((size * size * 5) / 2);
    const row = 16 * size;
    const alpha = bytes.subarray((size * size * 3) / 2).subarray(row, row + size);
    expect([alpha[0], alpha[10], alpha[14], alpha[31]]).toEqual([255, 255, 0, 0]);
    expect(alpha[12]).toBeGreaterThan(100);
    expect(alpha[12]).toBeLessThan(156);
    const luma = bytes.subarray(row, row + size);
    expect(luma[0]).toBe(235);
    for (let column = 10; column <= 18; column++) expect(luma[column], `${column}`).toBeGreaterThanOrEqual(233);
    expect(luma[31]).toBe(16);
  });

  it('matches the colors and smooth edges of plain arithmetic byte for byte, alongside other canvases', () => {
    const even = (most: number) => fc.integer({ min: 1, max: most / 2 }).map((half) => half * 2);
    const place = fc.record({
      left: fc.double({ min: 0, max: 1, noNaN: true }),
      top: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const byte = fc.integer({ min: 0, max: 255 });
    const color = fc.record({ red: byte, green: byte, blue: byte });
    const strokes = fc.array(
      fc.record({
        color,
        angle: fc.integer({ min: 0, max: 180 }),
        from: fc.integer({ min: -30, max: 60 }),
        thick: fc.integer({ min: 1, max: 9 }),
      }),
      { maxLength: 6 },
    );
    const size = fc.record({ width: even(90), height: even(60) });
    fc.assert(
      fc.property(size, size, place, color, strokes, fc.boolean(), byte, (frame, inner, at, background, drawn, lent, grain) => {
        const pool = createFramePool({ ...frame, background }, { canvases: 2, pixelBuffers: 2 });
        const [width, height] = [Math.min(inner.width, frame.width), Math.min(inner.height, frame.height)];
        const pixels = lent ? pool.pixelBuffers[1]!.subarray(0, width * height * 4) : new Uint8Array(width * height * 4);
        const picture: FrameRegion = {
          x: Math.floor((at.left * (frame.width - width)) / 2) * 2,
          y: Math.floor((at.top * (frame.height - height)) / 2) * 2,
          width,
          height,
          pixels,
        };
        const seed = { ...background };
        for (let k = 0; k < width * height; k++) {
          const [px, py] = [k % width, Math.floor(k / width)];
          const over = drawn.findLast(({ angle, from, thick }) => {
            const turn = (angle * Math.PI) / 180;
            return Math.abs(px * Math.cos(turn) + py * Math.sin(turn) - from) < thick / 2;
          });
          const { red, green, blue } = over?.color ?? seed;
          // In grainy pictures, almost every pixel is at an edge.
          const noise = over && grain > 200 ? (k * 7919 * grain) % 97 : 0;
          pixels.set([red ^ noise, green ^ noise, blue, 255], k * 4);
        }
        const beside = pool.canvases[0]!.bytes.slice();
        pool.canvases[1]!.paint(picture);
        expect(Buffer.compare(pool.canvases[1]!.bytes, paintPlainly({ ...frame, background }, picture))).toBe(0);
        expect(Buffer.compare(pool.canvases[0]!.bytes, beside)).toBe(0);
      }),
      { numRuns: 150 },
    );
  });
});
