import { startKernel } from './kernel.wasm.ts';

/** The functions of `kernel/`, which process video frames, and their memory. Addresses are byte offsets. */
export interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void };
  encodeLuma(red: number, green: number, blue: number): number;
  encodeBlueChroma(red: number, green: number, blue: number): number;
  encodeRedChroma(red: number, green: number, blue: number): number;
  convertLuma(pixels: number, width: number, height: number, luma: number, pitch: number): void;
  convertChroma(...given: [pixels: number, width: number, height: number, u: number, v: number, stride: number, scratch: number]): void;
  separateAlpha(...given: [pixels: number, width: number, height: number, alpha: number, pitch: number, empty: number]): void;
  extendColors(pixels: number, width: number, height: number, distance: number, list: number): void;
  soften(
    ...given: [from: number, pitch: number, to: number, stride: number, shares: number, line: number, width: number, height: number]
  ): void;
  smoothEdges(luma: number, pitch: number, width: number, height: number, to: number, stride: number): void;
}

/** Bytes of a page of WebAssembly's memory. */
const PAGE = 65_536;

/** Makes a kernel. @param bytes of memory that it needs; unwritten pages take no physical memory */
export function createKernel(bytes: number): Kernel {
  const kernel = startKernel<Kernel>();
  kernel.memory.grow(Math.ceil(bytes / PAGE));
  return kernel;
}
