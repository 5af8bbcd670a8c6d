import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import type { Clip } from './clip.ts';

/** Layout: AVCL, version, header length, JSON header (padded to 4 bytes), a little-endian float32 block per channel, CRC-32. */
const MAGIC = 0x4c435641;
const VERSION = 1;
const PREFIX_BYTES = 12;
const CHECKSUM_BYTES = 4;
const FLOAT_BYTES = 4;

const headerSchema = v.strictObject({
  fps: v.pipe(v.number(), v.gtValue(0)),
  frames: v.pipe(v.number(), v.integer(), v.minValue(1)),
  channels: v.pipe(
    v.array(v.string()),
    v.check((names) => new Set(names).size === names.length, 'channel names must be unique'),
  ),
});

/** Thrown if bytes are not a valid clip. The message says why. */
export class ClipFormatError extends Error {
  override readonly name = 'ClipFormatError';
}

/** Encodes a clip as bytes. @throws RangeError if any channel doesn't have exactly one value per frame */
export function encodeClip(clip: Clip): Uint8Array {
  const { fps, frames, channels } = clip;
  const header = new TextEncoder().encode(JSON.stringify({ fps, frames, channels: [...channels.keys()] }));
  const start = align(PREFIX_BYTES + header.length);
  const bytes = new Uint8Array(start + channels.size * frames * FLOAT_BYTES + CHECKSUM_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setUint32(8, header.length, true);
  bytes.set(header, PREFIX_BYTES);
  let offset = start;
  for (const [name, values] of channels) {
    if (values.length !== frames) {
      throw new RangeError(`channel '${name}' has ${values.length} values, but the clip has ${frames} frames`);
    }
    for (const value of values) {
      view.setFloat32(offset, value, true);
      offset += FLOAT_BYTES;
    }
  }
  view.setUint32(offset, crc32(bytes.subarray(0, offset)), true);
  return bytes;
}

/** Decodes a clip from bytes. @throws ClipFormatError if they are not a clip, have an unsupported version, or are truncated or corrupt */
export function decodeClip(bytes: Uint8Array): Clip {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < PREFIX_BYTES + CHECKSUM_BYTES || view.getUint32(0, true) !== MAGIC) {
    throw new ClipFormatError(`not an animation clip: the ${bytes.length} bytes do not begin with AVCL`);
  }
  const version = view.getUint32(4, true);
  if (version !== VERSION) {
    throw new ClipFormatError(`the clip has format version ${version}, but this service reads version ${VERSION}`);
  }
  const body = bytes.length - CHECKSUM_BYTES;
  if (crc32(bytes.subarray(0, body)) !== view.getUint32(body, true)) {
    throw new ClipFormatError(`the clip is damaged or truncated: its ${bytes.length} bytes do not match the checksum`);
  }
  return readBody(bytes, view, body);
}

function readBody(bytes: Uint8Array, view: DataView, body: number): Clip {
  const headerEnd = PREFIX_BYTES + view.getUint32(8, true);
  const { fps, frames, channels: names } = readHeader(bytes.subarray(PREFIX_BYTES, Math.min(headerEnd, body)));
  let offset = align(headerEnd);
  const expected = offset + names.length * frames * FLOAT_BYTES;
  if (expected !== body) {
    throw new ClipFormatError(`the clip must have ${expected + CHECKSUM_BYTES} bytes, got ${bytes.length}`);
  }
  const channels = new Map<string, Float32Array>();
  for (const name of names) {
    const values = new Float32Array(frames);
    for (let frame = 0; frame < frames; frame++, offset += FLOAT_BYTES) values[frame] = view.getFloat32(offset, true);
    channels.set(name, values);
  }
  return { fps, frames, channels };
}

function readHeader(text: Uint8Array): v.InferOutput<typeof headerSchema> {
  try {
    return v.parse(headerSchema, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text)));
  } catch (cause) {
    throw new ClipFormatError('cannot read the clip header', { cause });
  }
}

function align(offset: number): number {
  return Math.ceil(offset / FLOAT_BYTES) * FLOAT_BYTES;
}
