import { isUtf8 } from 'node:buffer';
import busboy from 'busboy';

/** A part of a multipart request. */
export interface Part {
  name: string;
  bytes: Buffer;
}

export interface MultipartLimits {
  /** Parts that are read; one more is an error. */
  parts: number;
  /** Bytes of each part by name; parts with other names get `otherBytes`. */
  bytes: Readonly<Record<string, number>>;
  otherBytes: number;
}

/** The body is not the multipart form that its content-type says, or breaks a limit. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError';
  /** The part that is too large, when that is what is wrong. */
  readonly tooLarge: string | undefined;

  constructor(message: string, options: ErrorOptions & { tooLarge?: string } = {}) {
    super(message, options);
    this.tooLarge = options.tooLarge;
  }
}

/**
 * Reads a multipart form. Parts may come in any order, as fields or as files.
 *
 * @param contentType the header, in any legal spelling
 * @param body the whole body; its size is what the gateway lets through
 * @throws MultipartError
 */
export function parseMultipart(contentType: string, body: Uint8Array, limits: MultipartLimits): Promise<Part[]> {
  return new Promise((resolve, reject) => {
    const parts: Part[] = [];
    const fail = (message: string, options?: ErrorOptions & { tooLarge?: string }) =>
      reject(new MultipartError(message, options));
    const parser = createParser(contentType, limits);
    const add = (name: string | undefined, bytes: Buffer, truncated: boolean | undefined) => {
      const part = name ?? '';
      if (truncated || bytes.length > (limits.bytes[part] ?? limits.otherBytes)) {
        fail(`the part ${JSON.stringify(part)} is too large`, { tooLarge: part });
      }
      parts.push({ name: part, bytes });
    };
    parser.on('field', (name, value, { valueTruncated, mimeType }) =>
      add(name, encodeField(value, mimeType), valueTruncated),
    );
    parser.on('file', (name, stream) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', (cause) => fail('a part is cut off', { cause }));
      stream.on('close', () => add(name, Buffer.concat(chunks), (stream as { truncated?: boolean }).truncated));
    });
    parser.on('partsLimit', () => fail(`more than ${limits.parts} parts`));
    parser.on('error', (cause) => fail((cause as Error).message, { cause }));
    parser.on('close', () => resolve(parts));
    parser.end(body);
  });
}

/**
 * The bytes of a part that busboy takes for a field. It decodes fields: by the charset that the part names, else as latin1, as
 * we ask it to, which keeps each byte. Text that is no UTF-8 as it stands was decoded already and is encoded again.
 */
function encodeField(value: string, mimeType: string): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  const isText = /^(text\/|application\/json)/i.test(mimeType);
  return isText && (!isUtf8(bytes) || /[^\0-\xff]/.test(value)) ? Buffer.from(value, 'utf8') : bytes;
}

function createParser(contentType: string, limits: MultipartLimits): busboy.Busboy {
  const most = Math.max(limits.otherBytes, ...Object.values(limits.bytes));
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defCharset: 'latin1',
      limits: { fieldSize: most, fileSize: most, parts: limits.parts, headerPairs: 20, fieldNameSize: 100 },
    });
  } catch (cause) {
    throw new MultipartError(`the content-type cannot be read: ${(cause as Error).message}`, { cause });
  }
}
