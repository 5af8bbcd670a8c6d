import { AvatarError } from './fault.ts';
import { checkGlbHeader } from './glb-header.ts';
import { AVATAR_LIMITS } from './limits.ts';

export interface Container {
  /** The JSON chunk, not yet validated. */
  json: unknown;
  /** The binary chunk. Empty if the file has only JSON. */
  binary: Uint8Array;
}

/** GLB constants (glTF 2.0 specification, section 4.4). */
const GLB = { headerBytes: 12, chunkHeaderBytes: 8, json: 0x4e4f534a, binary: 0x4e4942 };

/** Splits a GLB into its parts. @throws AvatarError if the file is not a GLB, is incomplete, or exceeds a limit */
export function readContainer(bytes: Uint8Array): Container {
  const fault = checkGlbHeader(bytes, bytes.length);
  if (fault) throw new AvatarError([fault]);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = readChunks(view);
  const [json, binary] = chunks;
  if (json?.type !== GLB.json) throw new AvatarError(["the GLB's first chunk is not JSON"]);
  return {
    json: parseJson(json.bytes),
    binary: binary?.type === GLB.binary ? binary.bytes : new Uint8Array(),
  };
}

function readChunks(view: DataView): { type: number; bytes: Uint8Array }[] {
  const chunks: { type: number; bytes: Uint8Array }[] = [];
  // More chunks are allowed, but ignored (section 4.4.3.1).
  for (let at = GLB.headerBytes; at < view.byteLength && chunks.length < 2; ) {
    const end = at + GLB.chunkHeaderBytes + (at + 4 <= view.byteLength ? view.getUint32(at, true) : 0);
    if (at + GLB.chunkHeaderBytes > view.byteLength || end > view.byteLength)
      throw new AvatarError(['a GLB chunk extends past the end of the file']);
    const start = at + GLB.chunkHeaderBytes;
    chunks.push({
      type: view.getUint32(at + 4, true),
      bytes: new Uint8Array(view.buffer, view.byteOffset + start, end - start),
    });
    at = end;
  }
  return chunks;
}

function parseJson(bytes: Uint8Array): unknown {
  const { jsonBytes, jsonDepth } = AVATAR_LIMITS;
  if (bytes.length > jsonBytes) throw new AvatarError([`the GLB's JSON has ${bytes.length} bytes; at most ${jsonBytes} are allowed`]);
  if (depthOf(bytes) > jsonDepth) throw new AvatarError([`the GLB's JSON is nested more than ${jsonDepth} levels deep`]);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AvatarError(["the GLB's JSON cannot be read"], { cause });
  }
}

const [QUOTE, BACKSLASH] = ['"', '\\'].map((character) => character.charCodeAt(0));
const OPENING = new Set([...'{['].map((character) => character.charCodeAt(0)));
const CLOSING = new Set([...'}]'].map((character) => character.charCodeAt(0)));

/** Returns the nesting depth of JSON text without parsing it. */
function depthOf(bytes: Uint8Array): number {
  let [depth, most, inString] = [0, 0, false];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (OPENING.has(byte)) most = Math.max(most, ++depth);
    else if (CLOSING.has(byte)) depth--;
  }
  return most;
}
