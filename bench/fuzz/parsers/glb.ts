import { AvatarError } from '@talking-avatar/avatar/import';
import { makeHead, readAvatar } from '@talking-avatar/avatar/testing';
import type { Parser } from './parser.ts';

/** Sizes of the file header and the chunk headers in bytes, and chunk types (GLB 2.0 specification, "Binary glTF Layout"). */
const [HEAD, CHUNK_HEAD] = [12, 8];
const [MAGIC, JSON_CHUNK, BINARY_CHUNK] = [0x46546c67, 0x4e4f534a, 0x004e4942];
/** Share of mutated files whose lengths are not corrected. Parsers reject these right away. */
const UNCORRECTED_SHARE = 0.1;

/** Reads a head model but does not compute its shadows, which would take a second without reading any more of the input. */
export const glb: Parser = {
  parse: (input) => readAvatar(input, { id: '00000000-0000-4000-8000-000000000000', sex: 'female' }),
  refusals: [AvatarError],
  seeds: async () => [Buffer.from(await makeHead({ rows: 6, columns: 8 }))],
  words:
    'glTF JSON BIN "accessors" "bufferViews" "byteOffset" "byteLength" "count" "componentType" "type" "SCALAR" "VEC3" "min" "max" "nodes" "children" "mesh" "primitives" "targets" "skins" "joints" "images" "uri" "extensions" "KHR_draco_mesh_compression" -1 4294967295 1e308 [] {} null 0'.split(
      ' ',
    ),
  change: (input, random, mutate) => {
    const parts = random() < UNCORRECTED_SHARE ? undefined : split(input);
    if (!parts) return mutate(input);
    return random() < 0.7 ? join(mutate(parts.json), parts.binary) : join(parts.json, mutate(parts.binary));
  },
};

/** Returns the contents of both chunks, if the file has both. */
function split(file: Buffer): { json: Buffer; binary: Buffer } | undefined {
  if (file.length < HEAD + 2 * CHUNK_HEAD) return undefined;
  const start = HEAD + CHUNK_HEAD;
  const end = start + file.readUInt32LE(HEAD);
  if (end + CHUNK_HEAD > file.length) return undefined;
  return { json: file.subarray(start, end), binary: file.subarray(end + CHUNK_HEAD) };
}

/** Joins chunks into a file, with correct lengths. */
function join(json: Buffer, binary: Buffer): Buffer {
  const chunk = (type: number, content: Buffer, filler: number) => {
    const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3, filler)]);
    return Buffer.concat([numbers(padded.length, type), padded]);
  };
  const chunks = Buffer.concat([chunk(JSON_CHUNK, json, 0x20), chunk(BINARY_CHUNK, binary, 0)]);
  return Buffer.concat([numbers(MAGIC, 2, HEAD + chunks.length), chunks]);
}

/** Encodes numbers as 32-bit little-endian integers. */
const numbers = (...all: number[]): Buffer => Buffer.from(Uint32Array.from(all).buffer);
