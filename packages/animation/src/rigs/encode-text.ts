/** Maximum text size in bytes. Half an hour with the widest rig takes 431 MB. Pages that are never touched use no memory. */
const LARGEST = 2 ** 30;

/** Encodes text into one buffer chunk by chunk, because joining it first would use twice the memory. @throws RangeError above 1 GiB */
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
