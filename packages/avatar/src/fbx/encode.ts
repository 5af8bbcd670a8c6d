import { deflateSync } from 'node:zlib';
import type { FbxNode, Property } from './node.ts';

/** FBX 7.4, the newest version that every importer can read. It uses 32-bit offsets. */
export const VERSION = 7400;

const MAGIC = 'Kaydara FBX Binary  \0\x1a\0';
const NODE_HEAD_BYTES = 13;
/** Size of the empty record that ends a list of records. */
const SENTINEL_BYTES = 13;
const ARRAY_HEAD_BYTES = 12;
/** Arrays shorter than this do not get any smaller when compressed. */
const MIN_COMPRESSED_BYTES = 128;
/** Records that end with an empty record even if they have no children, as readers based on the Autodesk SDK expect. */
const ALWAYS_NESTED: ReadonlySet<string> = new Set(['AnimationStack', 'AnimationLayer']);
/** Fixed file ID that matches `CREATION_TIME`. Readers may check that the ID, the creation time, and the footer are consistent. */
const FOOTER_ID = Uint8Array.from([0xfa, 0xbc, 0xab, 0x09, 0xd0, 0xc8, 0xd4, 0x66, 0xb1, 0x76, 0xfb, 0x83, 0x1c, 0xf7, 0x26, 0x7e]);
export const FILE_ID = Uint8Array.from([0x28, 0xb3, 0x2a, 0xeb, 0xb6, 0x24, 0xcc, 0xc2, 0xbf, 0xc8, 0xb0, 0x2a, 0xa9, 0x2b, 0xfc, 0xf1]);
export const CREATION_TIME = '1970-01-01 10:00:00:000';
const FOOTER_MAGIC = Uint8Array.from([0xf8, 0x5a, 0x8c, 0x6a, 0xde, 0xf5, 0xd9, 0x7e, 0xec, 0xe9, 0x0c, 0xe3, 0x75, 0x8f, 0x29, 0x0b]);
const FOOTER_ZEROS = 120;

/** A record with its encoded values, and its total size in bytes including children. */
interface SizedRecord {
  name: Buffer;
  values: readonly Buffer[];
  count: number;
  valueBytes: number;
  children: readonly SizedRecord[];
  nested: boolean;
  bytes: number;
}

/** Encodes the top-level records of a document as a binary file. */
export function encodeFbx(nodes: readonly FbxNode[]): Uint8Array {
  const records = nodes.map(sizeRecord);
  const head = Buffer.alloc(MAGIC.length + 4);
  head.write(MAGIC, 'latin1');
  head.writeUInt32LE(VERSION, MAGIC.length);
  const body = records.reduce((sum, { bytes }) => sum + bytes, head.length) + SENTINEL_BYTES;
  const end = footer(body);
  const file = Buffer.alloc(body + end.length);
  head.copy(file);
  let offset = head.length;
  for (const record of records) offset = writeRecord(file, record, offset);
  end.copy(file, body);
  return file;
}

function sizeRecord({ name, properties, children }: FbxNode): SizedRecord {
  const values = properties.map(encodeProperty);
  const valueBytes = values.reduce((sum, { length }) => sum + length, 0);
  const sizedChildren = children.map(sizeRecord);
  const nested = sizedChildren.length > 0 || ALWAYS_NESTED.has(name);
  const bytes =
    NODE_HEAD_BYTES +
    Buffer.byteLength(name) +
    valueBytes +
    sizedChildren.reduce((sum, child) => sum + child.bytes, 0) +
    (nested ? SENTINEL_BYTES : 0);
  return { name: Buffer.from(name), values, count: values.length, valueBytes, children: sizedChildren, nested, bytes };
}

function writeRecord(file: Buffer, { name, values, count, valueBytes, children, nested, bytes }: SizedRecord, start: number): number {
  file.writeUInt32LE(start + bytes, start);
  file.writeUInt32LE(count, start + 4);
  file.writeUInt32LE(valueBytes, start + 8);
  file.writeUInt8(name.length, start + 12);
  let offset = start + NODE_HEAD_BYTES;
  for (const part of [name, ...values]) offset += part.copy(file, offset);
  for (const child of children) offset = writeRecord(file, child, offset);
  return nested ? offset + SENTINEL_BYTES : offset;
}

function encodeProperty(value: Property): Buffer {
  if (typeof value === 'string') return encodeBytes('S', Buffer.from(value));
  if (value instanceof Uint8Array) return encodeBytes('R', value);
  if (value instanceof Float64Array) return encodeArray('d', value);
  if (value instanceof Float32Array) return encodeArray('f', value);
  if (value instanceof Int32Array) return encodeArray('i', value);
  if (value instanceof BigInt64Array) return encodeArray('l', value);
  const bytes = Buffer.alloc(9);
  bytes.write(value.type, 'latin1');
  if (value.type === 'D') bytes.writeDoubleLE(value.value, 1);
  else if (value.type === 'L') bytes.writeBigInt64LE(BigInt(value.value), 1);
  else if (value.type === 'I') return bytes.subarray(0, bytes.writeInt32LE(value.value, 1));
  else return bytes.subarray(0, bytes.writeUInt8(value.value, 1));
  return bytes;
}

function encodeBytes(letter: 'S' | 'R', content: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter, 'latin1');
  head.writeUInt32LE(content.length, 1);
  return Buffer.concat([head, content]);
}

/** Little-endian, like the file and every machine that Node.js supports. */
function encodeArray(letter: 'd' | 'f' | 'i' | 'l', values: Float64Array | Float32Array | Int32Array | BigInt64Array): Buffer {
  const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const compressed = raw.length >= MIN_COMPRESSED_BYTES;
  const content = compressed ? deflateSync(raw) : raw;
  const head = Buffer.alloc(1 + ARRAY_HEAD_BYTES);
  head.write(letter, 'latin1');
  head.writeUInt32LE(values.length, 1);
  head.writeUInt32LE(compressed ? 1 : 0, 5);
  head.writeUInt32LE(content.length, 9);
  return Buffer.concat([head, content]);
}

/** Returns the footer: an ID, one or more zeros to align to 16 bytes in the file, the version, more zeros, and a fixed end marker. */
function footer(start: number): Buffer {
  const padding = 16 - ((start + FOOTER_ID.length + 4) % 16);
  const version = Buffer.alloc(4);
  version.writeUInt32LE(VERSION);
  return Buffer.concat([FOOTER_ID, Buffer.alloc(4 + padding), version, Buffer.alloc(FOOTER_ZEROS), FOOTER_MAGIC]);
}
