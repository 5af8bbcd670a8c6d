/** Maximum text size, in bytes. Half an hour of the widest rig takes 431 MB. Untouched pages take no memory. */
const LARGEST = 2 ** 30;

/** Encodes text in place, piece by piece, because joining it first would double the memory. @throws RangeError for text over 1 GiB */
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
