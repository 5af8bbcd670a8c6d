const HEADER_BYTES = 12;

/** A glTF's JSON, with any content. */
// biome-ignore lint/suspicious/noExplicitAny: tests write anything into it.
export type AnyJson = any;

/** Splits a GLB into its parts. */
export function unpack(glb: Uint8Array): { json: AnyJson; binary: Buffer } {
  const bytes = Buffer.from(glb);
  const end = HEADER_BYTES + 8 + bytes.readUInt32LE(HEADER_BYTES);
  return { json: JSON.parse(bytes.toString('utf8', HEADER_BYTES + 8, end)), binary: bytes.subarray(end + 8) };
}

/** Makes a GLB from binary data and JSON, which is either a value or text. */
export function pack(json: unknown, binary: Uint8Array): Buffer {
  const text = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const length = HEADER_BYTES + 8 + padded.length + 8 + binary.length;
  return Buffer.concat([numbers(0x46546c67, 2, length), chunk(0x4e4f534a, padded), chunk(0x4e4942, binary)]);
}

/** Changes the JSON or the binary data in a GLB. */
export function edit(glb: Uint8Array, change: (json: AnyJson, binary: Buffer) => unknown): Buffer {
  const { json, binary } = unpack(glb);
  change(json, binary);
  return pack(json, binary);
}

const chunk = (type: number, bytes: Uint8Array): Buffer => Buffer.concat([numbers(bytes.length, type), bytes]);

const numbers = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);
