import { LIMITS } from '@talking-avatar/contract';

/** Values of a GLB (glTF 2.0 specification, section 4.4). */
const GLB = { magic: 0x46546c67, version: 2 };

/** Bytes of a GLB's header and of its first chunk's. */
export const GLB_HEADER_BYTES = 20;

/**
 * Checks the header of a GLB or VRM file.
 * @param start the file's first `GLB_HEADER_BYTES`, or more
 * @param size bytes of the file
 * @returns the fault; undefined if there is none
 */
export function checkGlbHeader(start: Uint8Array, size: number): string | undefined {
  if (size > LIMITS.avatarBytes) return `the file has ${size} bytes; at most ${LIMITS.avatarBytes} are allowed`;
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  if (start.length < GLB_HEADER_BYTES || view.getUint32(0, true) !== GLB.magic)
    return 'the file is not a GLB or VRM: it does not begin with "glTF"';
  const version = view.getUint32(4, true);
  if (version !== GLB.version) return `the file is glTF ${version}; only glTF 2.0 is supported`;
  const length = view.getUint32(8, true);
  return length === size ? undefined : `the file is incomplete: it has ${size} bytes, but its header declares ${length}`;
}
