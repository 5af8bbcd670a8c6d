import { Transform } from 'node:stream';
import { ServiceError } from '../gateway/index.ts';

/** Longest chunk header or trailer line, bytes; a real one is under 200. */
const MAX_LINE_BYTES = 4096;
/** Longest trailer, bytes. */
const MAX_TRAILER_BYTES = 16 * 1024;

type State = 'size' | 'data' | 'data end' | 'trailer' | 'done';

function malformed(message: string): ServiceError {
  return new ServiceError('InvalidChunk', `The aws-chunked body is malformed: ${message}`);
}

function readSize(line: string): number {
  const [size = '', extension] = line.split(';', 2);
  if (extension !== undefined) throw malformed('signed chunks are not available locally');
  if (!/^[0-9a-f]{1,12}$/i.test(size)) throw malformed(`"${size.slice(0, 20)}" is not a chunk size`);
  return Number.parseInt(size, 16);
}

/** A stream that turns an aws-chunked body into the bytes of the object. */
export interface ChunkDecoder extends Transform {
  /** Trailing headers by lower-case name; complete once the stream has ended. */
  readonly trailers: ReadonlyMap<string, string>;
}

/**
 * Decodes `Content-Encoding: aws-chunked` (S3 API reference, "Signature calculations: chunked uploads"): chunks of
 * `<hex size>\r\n<bytes>\r\n`, a chunk of size 0, trailing headers, an empty line. SDKs send it for streams whose
 * checksum is only known at the end. The stream fails with {@link ServiceError} InvalidChunk or IncompleteBody.
 */
export function decodeChunks(): ChunkDecoder {
  const trailers = new Map<string, string>();
  let state: State = 'size';
  let held: Buffer = Buffer.alloc(0);
  let remaining = 0;
  let trailerBytes = 0;

  const endLine = (line: string): void => {
    if (state === 'size') {
      remaining = readSize(line);
      state = remaining > 0 ? 'data' : 'trailer';
    } else if (state === 'data end') {
      if (line !== '') throw malformed('a chunk is longer than its size says');
      state = 'size';
    } else if (line === '') {
      state = 'done';
    } else {
      const colon = line.indexOf(':');
      if (colon < 1) throw malformed('a trailer has no name');
      trailerBytes += line.length;
      if (trailerBytes > MAX_TRAILER_BYTES) throw malformed('the trailer is too long');
      trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
    }
  };

  /** Consumes a line, or returns false when it is not whole yet. */
  const takeLine = (): boolean => {
    const end = held.indexOf('\r\n');
    if (end > MAX_LINE_BYTES || (end < 0 && held.length > MAX_LINE_BYTES)) throw malformed('a line is too long');
    if (end < 0) return false;
    const line = held.toString('latin1', 0, end);
    held = held.subarray(end + 2);
    endLine(line);
    return true;
  };

  const takeData = (push: (bytes: Buffer) => void): boolean => {
    const bytes = held.subarray(0, remaining);
    held = held.subarray(bytes.length);
    remaining -= bytes.length;
    if (bytes.length > 0) push(bytes);
    if (remaining === 0) state = 'data end';
    return remaining === 0;
  };

  const decoder = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      try {
        while (state !== 'done' && (state === 'data' ? takeData((bytes) => this.push(bytes)) : takeLine()));
        if (state === 'done' && held.length > 0) throw malformed('bytes follow its end');
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      done(state === 'done' ? null : new ServiceError('IncompleteBody', 'The aws-chunked body ends too early'));
    },
  });
  return Object.assign(decoder, { trailers });
}
