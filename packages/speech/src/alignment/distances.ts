import type { Frames } from './features.ts';
import { startKernel } from './kernel.wasm.ts';

/** Maximum number of values per frame, and the size of a frame in WebAssembly memory, in bytes. Unused values are zero. */
const MAX_VALUES = 40;
const FRAME = 4 * MAX_VALUES;
/** Size of a WebAssembly memory page, in bytes. */
const PAGE = 65_536;

/** The function from `kernel/` and its byte-addressed memory. The memory moves when it grows. */
interface Kernel {
  measure(from: number, first: number, end: number, to: number): void;
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void };
}

let kernel: Kernel | undefined;

/** Measures distances between frames of two recordings. */
export interface Distances {
  /**
   * Returns the distances from a frame (a row of the reference) to target frames `from` to `to` (exclusive). Every call returns the same
   * array.
   */
  measure(reference: Frames, row: number, from: number, to: number): Float32Array;
}

/**
 * Prepares to measure distances to the frames of a recording. All results share one memory, so each call invalidates earlier results.
 * @throws RangeError if the frames have more than 40 values, or if there are too many to fit in memory
 */
export function measureTo(target: Frames): Distances {
  const { count, size } = target;
  if (size > MAX_VALUES) throw new RangeError(`Frames of ${size} values; at most ${MAX_VALUES} are compared`);
  kernel ??= startKernel<Kernel>();
  const { measure, memory } = kernel;
  // The frame to compare, the target frames, and the distances to them.
  const results = FRAME * (1 + count);
  const missing = results + 4 * count - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  const values = new Float32Array(memory.buffer);
  values.fill(0, 0, MAX_VALUES * (1 + count));
  copyFrames(target, 0, count, values, MAX_VALUES);
  const distances = new Float32Array(memory.buffer, results, count);
  return {
    measure(reference, row, from, to) {
      copyFrames(reference, row, row + 1, values, 0);
      measure(0, FRAME * (1 + from), FRAME * (1 + to), results);
      return distances;
    },
  };
}

/** Copies frames into slots that have room for the maximum number of values. */
function copyFrames({ data, size }: Frames, from: number, to: number, values: Float32Array, place: number): void {
  for (let frame = from; frame < to; frame++) {
    const [own, there] = [frame * size, place + (frame - from) * MAX_VALUES];
    for (let index = 0; index < size; index++) values[there + index] = data[own + index]!;
  }
}
