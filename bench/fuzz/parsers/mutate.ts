import { pick } from '../../faults/random.ts';

/** Maximum length of an input, in bytes. */
const MAX_BYTES = 200_000;

type Random = () => number;
type Change = (input: Buffer, random: Random, words: readonly string[], others: readonly Buffer[]) => Buffer;

const at = (input: Buffer, random: Random) => Math.floor(random() * (input.length + 1));

const splice = (input: Buffer, from: number, to: number, piece: Uint8Array) =>
  Buffer.concat([input.subarray(0, from), piece, input.subarray(to)]);

/** Edge cases for lengths and counts. */
const EDGES = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];

const CHANGES: readonly Change[] = [
  // Flips a bit, changes a byte, or sets a number to an edge case.
  (input, random) => {
    const copy = Buffer.from(input);
    if (copy.length > 0) copy[Math.floor(random() * copy.length)]! ^= 1 << Math.floor(random() * 8);
    return copy;
  },
  (input, random) => {
    const where = at(input, random);
    return splice(input, where, where + 1, Uint8Array.of(Math.floor(random() * 256)));
  },
  (input, random) => {
    const copy = Buffer.from(input);
    if (copy.length >= 4) copy.writeUInt32LE(pick(random, EDGES), Math.floor(random() * (copy.length - 3)));
    return copy;
  },
  // Overwrites something with a word, or inserts a word.
  (input, random, words) => {
    const where = at(input, random);
    return splice(input, where, where + (random() < 0.5 ? 0 : Math.floor(random() * 12)), Buffer.from(pick(random, words)));
  },
  // Removes, duplicates, or repeats a section, or copies one from another input.
  (input, random) => {
    const where = at(input, random);
    return splice(input, where, where + Math.floor(random() * 40), Buffer.alloc(0));
  },
  (input, random) => {
    const where = at(input, random);
    const piece = input.subarray(where, where + Math.floor(random() * 60));
    const times = random() < 0.05 ? 1_000 : 1 + Math.floor(random() * 4);
    return splice(input, where, where, Buffer.concat(Array.from({ length: times }, () => piece)));
  },
  (input, random, _words, others) => {
    const other = pick(random, others);
    return Buffer.concat([input.subarray(0, at(input, random)), other.subarray(at(other, random))]);
  },
  (input, random) => input.subarray(0, at(input, random)),
  // Changes a number in the text.
  (input, random) =>
    Buffer.from(
      input
        .toString('latin1')
        .replace(/\d+/g, (number) => (random() < 0.2 ? pick(random, ['-1', '0', '1e9', '99999999999', '0.5', number]) : number)),
      'latin1',
    ),
];

/** Applies a few random changes to an input. */
export function mutate(input: Buffer, random: Random, words: readonly string[], others: readonly Buffer[]): Buffer {
  let changed = input;
  for (let left = 1 + Math.floor(random() * 4); left > 0; left -= 1) changed = pick(random, CHANGES)(changed, random, words, others);
  return changed.subarray(0, MAX_BYTES);
}
