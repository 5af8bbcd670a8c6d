import type { Color, Focus, FrameRegion } from '../render/index.ts';
import { createKernel, type Kernel } from './kernel.ts';

/**
 * A frame for the encoder: luma and two half-size chroma planes (BT.709, limited range) and, if transparent, alpha (0..255, not
 * premultiplied).
 */
export interface Canvas {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Replaces the frame with a picture in front of the background. If transparent, un-premultiplies colors in pool buffers in place. */
  paint(picture: FrameRegion): void;
}

/** Reusable frames with the same size and background, and memory for the pictures that are painted onto them. */
export interface FramePool {
  readonly canvases: readonly Canvas[];
  /** Pixel buffers. A picture in one of them is painted without being copied. */
  readonly pixelBuffers: readonly Uint8Array<ArrayBuffer>[];
}

export interface FrameFormat {
  /** In pixels. Must be even. */
  width: number;
  height: number;
  background: Color;
  /** Image to use instead of the background color, as in `ViewSettings`. */
  backdrop?: Uint8Array;
  transparent?: boolean;
}

/** How many bytes past rows and pictures vectorized code may access: sixteen pixels. */
const PADDING = 64;

/** How many pixels colors extend beyond the edge of an actor: two of VP9's smallest transform blocks (4 × 4), or one in ProRes (8 × 8). */
const EXTENSION = 8;

/** Allocates frames and pixel buffers in the same memory. @param counts number of frames and of pixel buffers */
export function createFramePool(format: FrameFormat, counts: { canvases: number; pixelBuffers: number }): FramePool {
  const { width, height, transparent = false } = format;
  const pixels = width * height;
  const pitch = Math.ceil(width / 16) * 16 + 16;
  const addresses = allocate({
    // One more, for pictures that are in other memory.
    pixelBuffers: Array<number>(counts.pixelBuffers + 1).fill(pixels * 4),
    canvases: Array<number>(counts.canvases).fill((pixels * (transparent ? 5 : 3)) / 2),
    luma: [pitch * height],
    scratch: [width * 2],
    edge: [transparent ? pixels * 4 : 0],
    shares: [transparent ? 0 : pixels],
  });
  const kernel = createKernel(addresses.end);
  const [copyAddress = 0, ...pixelBuffers] = addresses.pixelBuffers!;
  const work: Work = {
    copyAddress,
    pitch,
    luma: addresses.luma![0]!,
    scratch: addresses.scratch![0]!,
    edge: addresses.edge![0]!,
    shares: addresses.shares![0]!,
  };
  return {
    canvases: addresses.canvases!.map((at) => createCanvas(kernel, format, at, work)),
    pixelBuffers: pixelBuffers.map((at) => new Uint8Array(kernel.memory.buffer, at, pixels * 4)),
  };
}

/** Assigns an address to each item. @param sizes item sizes in bytes */
function allocate<Name extends string>(sizes: Record<Name, readonly number[]>): Record<Name, readonly number[]> & { end: number } {
  let end = PADDING;
  const place = (size: number): number => {
    const at = end;
    end += Math.ceil((size + PADDING) / PADDING) * PADDING;
    return at;
  };
  const named = Object.entries<readonly number[]>(sizes).map(([name, all]) => [name, all.map(place)] as const);
  return { ...(Object.fromEntries(named) as unknown as Record<Name, readonly number[]>), end };
}

/** Work buffers that all frames share, as addresses in kernel memory. */
interface Work {
  /** For copies of pictures that are in other memory. */
  copyAddress: number;
  luma: number;
  /** Row stride of luma, in bytes. */
  pitch: number;
  scratch: number;
  /** Numbers of the pixels at the edge of the actor. */
  edge: number;
  /** How much each pixel of a frame is blurred, 0..127. */
  shares: number;
  /** The focus that `shares` were computed for. */
  focus?: Focus;
}

function createCanvas(
  kernel: Kernel,
  { width: stride, height: rows, background, backdrop, transparent = false }: FrameFormat,
  at: number,
  work: Work,
): Canvas {
  const pixels = stride * rows;
  const [u, v] = [at + pixels, at + (pixels * 5) / 4];
  const alpha = at + (pixels * 3) / 2;
  const bytes = new Uint8Array(kernel.memory.buffer, at, (pixels * (transparent ? 5 : 3)) / 2);
  const { red, green, blue } = background;
  let empty: Uint8Array | undefined;
  function clear(): void {
    if (empty) {
      bytes.set(empty);
      return;
    }
    bytes.fill(kernel.encodeLuma(red, green, blue), 0, pixels);
    bytes.fill(kernel.encodeBlueChroma(red, green, blue), pixels, (pixels * 5) / 4);
    bytes.fill(kernel.encodeRedChroma(red, green, blue), (pixels * 5) / 4, (pixels * 3) / 2);
    bytes.fill(0, (pixels * 3) / 2);
  }
  function paint(picture: FrameRegion): void {
    const { x, y, width, height, focus } = picture;
    const { luma, pitch, scratch, edge } = work;
    const from = addressOfPixels(kernel, picture.pixels, work.copyAddress);
    const chroma = (y >> 1) * (stride >> 1) + (x >> 1);
    clear();
    if (transparent) {
      kernel.separateAlpha(from, width, height, luma, pitch, red | (green << 8) | (blue << 16));
      kernel.smoothEdges(luma, pitch, width, height, alpha + y * stride + x, stride);
      kernel.extendColors(from, width, height, EXTENSION, edge);
    }
    kernel.convertLuma(from, width, height, luma, pitch);
    kernel.smoothEdges(luma, pitch, width, height, at + y * stride + x, stride);
    if (focus?.strength && !transparent) softenFrame(kernel, picture, focus, { at, stride, rows }, work);
    kernel.convertChroma(from, width, height, u + chroma, v + chroma, stride >> 1, scratch);
  }
  clear();
  if (backdrop && !transparent) {
    paint({ x: 0, y: 0, width: stride, height: rows, pixels: Uint8Array.from(backdrop) });
    empty = bytes.slice();
  }
  return { bytes, paint };
}

/** Distance from the center of the sharp area, relative to its edge, at which the blur reaches its maximum. */
const BLURRED = 1.75;
const MAX_SHARE = 127;

/** Blurs the out-of-focus areas of a picture in a frame, in two passes that use only the nearest pixels. */
function softenFrame(
  kernel: Kernel,
  picture: FrameRegion,
  focus: Focus,
  { at, stride, rows }: { at: number; stride: number; rows: number },
  work: Work,
): void {
  const { luma, pitch, shares } = work;
  if (work.focus !== focus) {
    work.focus = focus;
    shareBlur(new Uint8Array(kernel.memory.buffer, shares, stride * rows), stride, focus);
  }
  // Each pass spreads colors by one pixel, and reads one pixel beyond the area it writes.
  for (const margin of [3, 2]) {
    const least = 4 - margin;
    const [left, top] = [Math.max(least, picture.x - margin), Math.max(least, picture.y - margin)];
    const width = Math.min(stride - least, picture.x + picture.width + margin) - left;
    const height = Math.min(rows - least, picture.y + picture.height + margin) - top;
    const [frame, copy, share] = [at + top * stride + left, luma + top * pitch + left, shares + top * stride + left];
    if (margin === 3) kernel.soften(frame, stride, copy, pitch, share, stride, width, height);
    else kernel.soften(copy, pitch, frame, stride, share, stride, width, height);
  }
}

/** Writes how much each pixel of a frame is blurred. */
function shareBlur(shares: Uint8Array, width: number, focus: Focus): void {
  const most = focus.strength * MAX_SHARE;
  const aside = Float64Array.from({ length: width }, (_, x) => ((x - focus.x) / focus.across) ** 2);
  for (let row = 0; row < shares.length; row += width) {
    const above = ((row / width - focus.y) / focus.down) ** 2;
    for (let x = 0; x < width; x++) {
      const away = aside[x]! + above;
      shares[row + x] = away > 1 ? most * Math.min(1, (Math.sqrt(away) - 1) / (BLURRED - 1)) : 0;
    }
  }
}

/** Returns the address of a picture's pixels in kernel memory, after copying them if they are in other memory. */
function addressOfPixels({ memory }: Kernel, pixels: Uint8Array, copyAddress: number): number {
  if (pixels.buffer === memory.buffer) return pixels.byteOffset;
  new Uint8Array(memory.buffer, copyAddress, pixels.length).set(pixels);
  return copyAddress;
}
