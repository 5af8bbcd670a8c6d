import { act, type Code, f32, i32, type Memory, pagesOf, program, routine, v128 } from '../../wasm/index.ts';
import type { Frames } from './features.ts';

/** Values of a frame at most, and bytes that a frame takes here: those that it has not are zero. */
const MOST_VALUES = 40;
const FRAME = 4 * MOST_VALUES;

/** Bytes of a vector. */
const VECTOR = 16;

/** Bytes of memory at first, and at most: frames of more than an hour. */
const FIRST = 4 * 1024 * 1024;
const MOST = 128 * 1024 * 1024;

/**
 * The Euclidean distances of the frame at `from` to those at `first` up to `end`, of 32 bits each at `to`. Four values at a time;
 * two sums, since each waits for the one before it.
 */
const measure = routine('measure', ['from', 'first', 'end', 'to'], false, ({ from, first, end, to }, variable) => {
  const own = Array.from({ length: FRAME / VECTOR }, () => variable('v128'));
  const sums = [variable('v128'), variable('v128')] as const;
  const difference = variable('v128');
  const add = (part: number): Code => [
    difference.set(v128.subtractFloats(own[part]!.value, v128.load(first.value, part * VECTOR))),
    sums[part % 2]!.set(v128.addFloats(sums[part % 2]!.value, v128.multiplyFloats(difference.value, difference.value))),
  ];
  const total = v128.addFloats(sums[0].value, sums[1].value);
  return [
    own.map((part, index) => part.set(v128.load(from.value, index * VECTOR))),
    act.during(i32.less(first.value, end.value), [
      sums.map((sum) => sum.set(v128.constant(Array<number>(VECTOR).fill(0)))),
      own.map((_, part) => add(part)),
      sums[0].set(total),
      f32.store(
        to.value,
        f32.root(
          f32.add(
            f32.add(f32.laneOf(sums[0].value, 0), f32.laneOf(sums[0].value, 1)),
            f32.add(f32.laneOf(sums[0].value, 2), f32.laneOf(sums[0].value, 3)),
          ),
        ),
      ),
      first.set(i32.add(first.value, FRAME)),
      to.set(i32.add(to.value, 4)),
    ]),
  ];
});

interface Exports {
  measure(from: number, first: number, end: number, to: number): void;
}

const started = program<Exports>([measure]);
let ruler: { exports: Exports; memory: Memory } | undefined;

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
  ruler ??= started.start(FIRST, MOST);
  const { exports, memory } = ruler;
  // The frame that is compared, the sound's frames, and the distances to them.
  const results = FRAME * (1 + count);
  const missing = results + 4 * count - memory.buffer.byteLength;
  if (missing > 0) memory.grow(pagesOf(missing));
  const values = new Float32Array(memory.buffer);
  values.fill(0, 0, MOST_VALUES * (1 + count));
  copyFrames(target, 0, count, values, MOST_VALUES);
  const distances = new Float32Array(memory.buffer, results, count);
  return {
    measure(reference, row, from, to) {
      copyFrames(reference, row, row + 1, values, 0);
      exports.measure(0, FRAME * (1 + from), FRAME * (1 + to), results);
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
