import { LIMITS } from '@talking-avatar/contract';

/** GLB constants (glTF 2.0 specification, section 4.4). */
const GLB = { magic: 0x46546c67, version: 2 };

/** Size of the GLB header plus the header of the first chunk. */
export const GLB_HEADER_BYTES = 20;

/**
 * Checks the header of a GLB or VRM file.
 * @param start at least the first `GLB_HEADER_BYTES` of the file
 * @param size file size in bytes
 * @returns the fault, or undefined if there is none
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
