import type { Colour, Picture } from '../render/index.ts';
import { createKernel, type Kernel } from './kernel.ts';

/**
 * A frame as the encoder takes it: luma, then the two chroma planes at half the width and height; BT.709, limited range.
 */
export interface Canvas {
  /** All three planes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Replaces the frame by a picture before the background. */
  paint(picture: Picture): void;
}

/** Canvases of one size and background, and room for what is painted on them. */
export interface Easel {
  readonly canvases: readonly Canvas[];
  /** Room for a picture's pixels: one that lies here is painted without being copied. */
  readonly rooms: readonly Uint8Array<ArrayBuffer>[];
}

/** What the frames of a video look like. */
export interface Ground {
  /** Pixels, even. */
  width: number;
  height: number;
  background: Colour;
}

/** Bytes that may be read or written behind rows and pictures: sixteen pixels. */
const SPARE = 64;

/** Sets up canvases. @param counts how many, and how many rooms */
export function setUpEasel(ground: Ground, counts: { canvases: number; rooms: number }): Easel {
  const { width, height } = ground;
  const pixels = width * height;
  const pitch = Math.ceil(width / 16) * 16 + 16;
  const places = layOut({
    // One more, for pictures that lie elsewhere.
    rooms: Array<number>(counts.rooms + 1).fill(pixels * 4),
    canvases: Array<number>(counts.canvases).fill((pixels * 3) / 2),
    luma: [pitch * height],
    scratch: [width * 2],
  });
  const kernel = createKernel(places.end);
  const [guest = 0, ...rooms] = places.rooms!;
  const work = { guest, pitch, luma: places.luma![0]!, scratch: places.scratch![0]! };
  return {
    canvases: places.canvases!.map((at) => createCanvas(kernel, ground, at, work)),
    rooms: rooms.map((at) => new Uint8Array(kernel.memory.buffer, at, pixels * 4)),
  };
}

/** Gives each thing its place in memory. @param sizes bytes */
function layOut<Name extends string>(
  sizes: Record<Name, readonly number[]>,
): Record<Name, readonly number[]> & { end: number } {
  let end = SPARE;
  const place = (size: number): number => {
    const at = end;
    end += Math.ceil((size + SPARE) / SPARE) * SPARE;
    return at;
  };
  const named = Object.entries<readonly number[]>(sizes).map(([name, all]) => [name, all.map(place)] as const);
  return { ...(Object.fromEntries(named) as unknown as Record<Name, readonly number[]>), end };
}

/** Places that the canvases share. */
interface Work {
  /** Of pictures that lie elsewhere. */
  guest: number;
  luma: number;
  /** Bytes from one row of luma to the next. */
  pitch: number;
  scratch: number;
}

function createCanvas(
  kernel: Kernel,
  { width: stride, height: rows, background }: Ground,
  at: number,
  work: Work,
): Canvas {
  const pixels = stride * rows;
  const [u, v] = [at + pixels, at + (pixels * 5) / 4];
  const bytes = new Uint8Array(kernel.memory.buffer, at, (pixels * 3) / 2);
  const { red, green, blue } = background;
  function clear(): void {
    bytes.fill(kernel.encodeLuma(red, green, blue), 0, pixels);
    bytes.fill(kernel.encodeBlueChroma(red, green, blue), pixels, (pixels * 5) / 4);
    bytes.fill(kernel.encodeRedChroma(red, green, blue), (pixels * 5) / 4);
  }
  clear();
  return {
    bytes,
    paint(picture) {
      const { x, y, width, height } = picture;
      const { luma, pitch, scratch } = work;
      const from = bringIn(kernel, picture.pixels, work.guest);
      const chroma = (y >> 1) * (stride >> 1) + (x >> 1);
      clear();
      kernel.convertLuma(from, width, height, luma, pitch);
      kernel.smoothEdges(luma, pitch, width, height, at + y * stride + x, stride);
      kernel.convertChroma(from, width, height, u + chroma, v + chroma, stride >> 1, scratch);
    },
  };
}

/** Where a picture's pixels lie in the kernel's memory. */
function bringIn({ memory }: Kernel, pixels: Uint8Array, guest: number): number {
  if (pixels.buffer === memory.buffer) return pixels.byteOffset;
  new Uint8Array(memory.buffer, guest, pixels.length).set(pixels);
  return guest;
}
