import type { Frames } from './features.ts';
import { startKernel } from './kernel.wasm.ts';

/** Values of a frame at most, and bytes that a frame takes here: those that it has not are zero. */
const MOST_VALUES = 40;
const FRAME = 4 * MOST_VALUES;

/** Bytes of a page of WebAssembly's memory. */
const PAGE = 65_536;

/** The function of `kernel/`, and the memory that it works in: addresses are bytes of it. It moves when it grows. */
interface Kernel {
  measure(from: number, first: number, end: number, to: number): void;
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void };
}

let kernel: Kernel | undefined;

/** Measures from frames of one sound to those of another. */
export interface Distances {
  /**
   * The distances of a frame to those from `from` to `to`, the last not among them: the same array each time, from its beginning.
   *
   * @param row of the reference
   */
  measure(reference: Frames, row: number, from: number, to: number): Float32Array;
}

/**
 * Makes ready to measure to the frames of a sound. They share a memory: what was made ready before is not to be used any more.
 *
 * @throws RangeError for frames of more than 40 values, and for more of them than the memory holds
 */
export function measureTo(target: Frames): Distances {
  const { count, size } = target;
  if (size > MOST_VALUES) throw new RangeError(`Frames of ${size} values; at most ${MOST_VALUES} are compared`);
  kernel ??= startKernel<Kernel>();
  const { measure, memory } = kernel;
  // The frame that is compared, the sound's frames, and the distances to them.
  const results = FRAME * (1 + count);
  const missing = results + 4 * count - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  const values = new Float32Array(memory.buffer);
  values.fill(0, 0, MOST_VALUES * (1 + count));
  copyFrames(target, 0, count, values, MOST_VALUES);
  const distances = new Float32Array(memory.buffer, results, count);
  return {
    measure(reference, row, from, to) {
      copyFrames(reference, row, row + 1, values, 0);
      measure(0, FRAME * (1 + from), FRAME * (1 + to), results);
      return distances;
    },
  };
}

/** Copies frames to where each has room for the most values. */
function copyFrames({ data, size }: Frames, from: number, to: number, values: Float32Array, place: number): void {
  for (let frame = from; frame < to; frame++) {
    const [own, there] = [frame * size, place + (frame - from) * MOST_VALUES];
    for (let index = 0; index < size; index++) values[there + index] = data[own + index]!;
  }
}
