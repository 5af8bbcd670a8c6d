/** Largest text, bytes: half an hour of the widest rig takes 431 MB. Untouched pages take no memory. */
const LARGEST = 2 ** 30;

/** Encodes a text piece by piece in place: joining first would double the memory. @throws RangeError for a text of more than 1 GiB */
export function encodeText(pieces: Iterable<string>): Buffer {
  const store = new ArrayBuffer(0, { maxByteLength: LARGEST });
  let size = 0;
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    store.resize(size + bytes.length);
    new Uint8Array(store, size).set(bytes);
    size += bytes.length;
  }
  return Buffer.from(store, 0, size);
}
