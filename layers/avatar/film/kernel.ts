import { program } from '../../wasm/index.ts';
import { convertChroma, convertLuma } from './colours.ts';
import { followEdge, smoothEdges, smoothPixel } from './edges.ts';

/** What works on the frames of a film, with the memory that it works in: addresses are bytes of it. */
export interface Kernel {
  readonly memory: ArrayBuffer;
  convertLuma(pixels: number, width: number, height: number, luma: number, pitch: number): void;
  convertChroma(
    ...given: [pixels: number, width: number, height: number, u: number, v: number, stride: number, scratch: number]
  ): void;
  smoothEdges(luma: number, pitch: number, width: number, height: number, to: number, stride: number): void;
}

/** `call` knows functions by their number here. */
const ROUTINES = [followEdge, smoothPixel(0), smoothEdges(1), convertLuma, convertChroma];

const kernels = program<Omit<Kernel, 'memory'>>(ROUTINES);

/** Makes a kernel. @param bytes of memory that it needs; what is never written takes none of the machine's */
export function createKernel(bytes: number): Kernel {
  const { exports, memory } = kernels.start(bytes);
  return { ...exports, memory: memory.buffer };
}
