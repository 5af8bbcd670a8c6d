import { isUtf8 } from 'node:buffer';
import { printable, quote } from '@talking-avatar/contract';
import busboy from 'busboy';

export interface Part {
  name: string;
  bytes: Buffer;
}

export interface MultipartLimits {
  /** Maximum number of parts. */
  parts: number;
  /** Maximum size of each part in bytes, by name; `otherBytes` applies to any other part. */
  bytes: Readonly<Record<string, number>>;
  otherBytes: number;
}

/** The body is not a valid multipart form, or it exceeds a limit. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError';
  /** The part that is too large; undefined for other errors. */
  readonly tooLarge: string | undefined;

  constructor(message: string, options: ErrorOptions & { tooLarge?: string } = {}) {
    super(message, options);
    this.tooLarge = options.tooLarge;
  }
}

/**
 * Parses a multipart form. Parts may be in any order, as fields or files.
 * @param contentType value of the header, in any valid spelling
 * @throws MultipartError
 */
export function parseMultipart(contentType: string, body: Uint8Array, limits: MultipartLimits): Promise<Part[]> {
  return new Promise((resolve, reject) => {
    const parts: Part[] = [];
    const fail = (message: string, options?: ErrorOptions & { tooLarge?: string }) => reject(new MultipartError(message, options));
    const parser = createParser(contentType, limits);
    const limitOf = (name: string): number => (Object.hasOwn(limits.bytes, name) ? limits.bytes[name]! : limits.otherBytes);
    const add = (name = '', bytes: Buffer, truncated: boolean | undefined) => {
      if (truncated || bytes.length > limitOf(name)) {
        fail(`the part ${quote(name)} is too large`, { tooLarge: name });
      }
      parts.push({ name, bytes });
    };
    parser.on('field', (name, value: string | undefined, { valueTruncated, mimeType }) => {
      // busboy passes no value if TextDecoder does not support the charset.
      if (value === undefined) fail(`the part ${quote(name)} is in a charset that cannot be read`);
      else add(name, encodeField(value, mimeType), valueTruncated);
    });
    parser.on('file', (name, stream) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', (cause) => fail('a part is incomplete', { cause }));
      stream.on('close', () => add(name, Buffer.concat(chunks), (stream as { truncated?: boolean }).truncated));
    });
    parser.on('partsLimit', () => fail(`it has more than ${limits.parts} parts`));
    parser.on('error', (cause) => fail(printable((cause as Error).message), { cause }));
    parser.on('close', () => resolve(parts));
    parser.end(body);
  });
}

/**
 * Returns the bytes of a field. busboy decodes a field using the charset of its part, or by default as latin1, which preserves every byte.
 * If the latin1 bytes are not valid UTF-8, the part specified a charset and busboy decoded it, so the field is re-encoded as UTF-8 here.
 */
function encodeField(value: string, mimeType: string): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  const isText = /^(text\/|application\/json)/i.test(mimeType);
  return isText && (!isUtf8(bytes) || /[^\0-\xff]/.test(value)) ? Buffer.from(value, 'utf8') : bytes;
}

function createParser(contentType: string, limits: MultipartLimits): busboy.Busboy {
  const maxBytes = Math.max(limits.otherBytes, ...Object.values(limits.bytes));
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defCharset: 'latin1',
      limits: { fieldSize: maxBytes, fileSize: maxBytes, parts: limits.parts, headerPairs: 20, fieldNameSize: 100 },
    });
  } catch (cause) {
    throw new MultipartError(`the content-type cannot be read: ${printable((cause as Error).message)}`, { cause });
  }
}
