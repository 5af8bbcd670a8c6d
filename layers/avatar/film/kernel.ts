import { convertChroma, convertLuma } from './colours.ts';
import { followEdge, smoothEdges, smoothPixel } from './edges.ts';
import { PAGE, writeModule } from './wasm/index.ts';

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

/** What is used of WebAssembly, for which Node's types have no values. */
interface Engine {
  Module: new (bytes: Uint8Array) => object;
  Memory: new (size: { initial: number; maximum: number }) => { buffer: ArrayBuffer };
  Instance: new (module: object, imports: object) => { exports: Omit<Kernel, 'memory'> };
}

const engine = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly;
let compiled: object | undefined;

/** Makes a kernel. @param bytes of memory that it needs; what is never written takes none of the machine's */
export function createKernel(bytes: number): Kernel {
  compiled ??= new engine.Module(writeModule(ROUTINES));
  const pages = Math.ceil(bytes / PAGE);
  const memory = new engine.Memory({ initial: pages, maximum: pages });
  const { exports } = new engine.Instance(compiled, { host: { memory } });
  return { ...exports, memory: memory.buffer };
}
