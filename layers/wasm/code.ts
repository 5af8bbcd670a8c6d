/**
 * WebAssembly as expressions: each function gives the bytes of one instruction behind those of its operands. The few loops in which
 * the service spends most of its time run so, many values at a time, which JavaScript cannot say: the pixels of films, and the
 * distances of sounds. Numbers of instructions are those of the WebAssembly core specification 2.0, section 5.4.
 */

/** Bytes of instructions, nested as they were put together. */
export type Code = readonly (number | Code)[];

/** An expression, or a whole number of 32 bits for a constant. */
export type Operand = Code | number;

/** A whole number as WebAssembly writes it: seven bits a byte, the lowest first (LEB128). */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left >>>= 7) bytes.push((left & 127) | 128);
  return [...bytes, left];
}

/** The same with a sign. */
export function signed(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left < -64 || left > 63; left >>= 7) bytes.push((left & 127) | 128);
  return [...bytes, left & 127];
}

/** Instructions with more than a byte for their number begin with these. */
const VECTOR = 0xfd;
const BULK = 0xfc;

/** A constant for a number, an expression as it is. */
export const int = (value: Operand): Code => (typeof value === 'number' ? [0x41, signed(value)] : value);

const one = (number: number) => (a: Operand) => [int(a), number];
const two = (number: number) => (a: Operand, b: Operand) => [int(a), int(b), number];

/** Whole numbers of 32 bits; comparisons give 0 or 1. */
export const i32 = {
  not: one(0x45),
  equal: two(0x46),
  less: two(0x48),
  greater: two(0x4a),
  atMost: two(0x4c),
  atLeast: two(0x4e),
  trailingZeros: one(0x68),
  add: two(0x6a),
  subtract: two(0x6b),
  multiply: two(0x6c),
  and: two(0x71),
  shiftLeft: two(0x74),
  shiftRight: two(0x75),
  /** The byte at an address. */
  byteAt: (address: Operand): Code => [int(address), 0x2d, 0, 0],
} as const;

/** Numbers of 64 bits with a fraction, as JavaScript has them. */
export const f64 = {
  constant: (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)],
  of: one(0xb7),
  truncate: one(0xaa),
  add: two(0xa0),
  subtract: two(0xa1),
  multiply: two(0xa2),
  divide: two(0xa3),
  least: two(0xa4),
  greatest: two(0xa5),
  size: one(0x99),
} as const;

/** Numbers of 32 bits with a fraction. */
export const f32 = {
  /** One of the four of a vector. */
  laneOf: (value: Code, lane: number): Code => [value, vector(0x1f), lane],
  root: (value: Code): Code => [value, 0x91],
  add: (a: Code, b: Code): Code => [a, b, 0x92],
  store: (address: Operand, value: Code): Code => [int(address), value, 0x38, 0, 0],
} as const;

const vector = (number: number) => [VECTOR, unsigned(number)];
const vectorOne =
  (number: number) =>
  (a: Code): Code => [a, vector(number)];
const vectorTwo =
  (number: number) =>
  (a: Code, b: Code): Code => [a, b, vector(number)];
const vectorShift =
  (number: number) =>
  (a: Code, bits: Operand): Code => [a, int(bits), vector(number)];

/** Sixteen bytes at once, also as eight or four wider numbers. Names end in what they take the bytes for. */
export const v128 = {
  load: (address: Operand, offset = 0): Code => [int(address), vector(0x00), 0, unsigned(offset)],
  store: (address: Operand, value: Code): Code => [int(address), value, vector(0x0b), 0, 0],
  /** Stores the first four bytes, or those of a later lane of four. */
  storeLane32: (address: Operand, value: Code, lane: number): Code => [int(address), value, vector(0x5a), 0, 0, lane],
  constant: (bytes: readonly number[]): Code => [vector(0x0c), bytes],
  /** Picks sixteen of the 32 bytes of two vectors. */
  pick: (a: Code, b: Code, bytes: readonly number[]): Code => [a, b, vector(0x0d), bytes],
  and: vectorTwo(0x4e),
  /** The highest bits of the bytes. */
  bits8: vectorOne(0x64),
  addSaturating8: vectorTwo(0x70),
  subtract8: vectorTwo(0x71),
  least8: vectorTwo(0x77),
  greatest8: vectorTwo(0x79),
  atLeast8: vectorTwo(0x2c),
  add16: vectorTwo(0x8e),
  shiftRight16: vectorShift(0x8d),
  /** Two times eight numbers of 16 bits, or four of 32, as bytes or numbers of 16 bits. */
  narrow16: vectorTwo(0x66),
  narrow32: vectorTwo(0x86),
  add32: vectorTwo(0xae),
  shiftRight32: vectorShift(0xac),
  /** Products of numbers of 16 bits with their sign, added up in pairs. */
  dot16: vectorTwo(0xba),
  addFloats: vectorTwo(0xe4),
  subtractFloats: vectorTwo(0xe5),
  multiplyFloats: vectorTwo(0xe6),
} as const;

/** The same number of 16 or 32 bits in each lane, or a pair of two in turn. */
export const lanes = {
  of8: (value: number): Code => v128.constant(Array<number>(16).fill(value)),
  of16: (even: number, odd: number): Code =>
    v128.constant([...new Uint8Array(Int16Array.from({ length: 8 }, (_, k) => (k % 2 ? odd : even)).buffer)]),
  of32: (value: number): Code => v128.constant([...new Uint8Array(Int32Array.of(value, value, value, value).buffer)]),
} as const;

/** What changes memory or the course of things; it leaves no value. */
export const act = {
  storeByte: (address: Operand, value: Operand): Code => [int(address), int(value), 0x3a, 0, 0],
  copy: (to: Operand, from: Operand, bytes: Operand): Code => [int(to), int(from), int(bytes), BULK, 0x0a, 0, 0],
  give: (value: Operand): Code => [int(value), 0x0f],
  when: (condition: Code, then: Code): Code => [condition, 0x04, EMPTY, then, END],
  /** Goes round as long as a condition holds, which is looked at before each time. */
  during: (condition: Code, body: Code): Code => [
    [0x02, EMPTY, 0x03, EMPTY],
    [i32.not(condition), 0x0d, 1],
    [body, 0x0c, 0],
    [END, END],
  ],
} as const;

const EMPTY = 0x40;
const END = 0x0b;

/** One of two values, without a branch: both are computed. */
export const choose = (condition: Code, yes: Operand, no: Operand): Code => [int(yes), int(no), condition, 0x1b];
