import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ConnectionError, IntegrityError } from './errors.ts';
import { type Connection, fetchWithin, repeat, request } from './request.ts';
import type { Artifact, FileLink, VisemeFile, VisemeSet } from './types.ts';

export interface DownloadOptions {
  /** Default: the result. */
  artifact?: Artifact;
  /** Set of mouth shapes, for `visemes`. */
  set?: VisemeSet;
  /** File type, for `visemes`. */
  type?: VisemeFile;
  /**
   * With `gzip`, the URL may point to a compressed copy, which is sent with `Content-Encoding: gzip`. A download is always decompressed.
   */
  encoding?: 'gzip';
}

export interface Download {
  /** The content. The stream fails with an IntegrityError if it differs from the service's file. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** URL of the file. It does not contain a token and is valid for a few minutes. */
  readonly url: string;
  /** Reads the entire content. @throws IntegrityError, ConnectionError */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Requests the URL of a job's file. @throws ServiceError if the job or the file does not exist */
export function readLink(
  connection: Connection,
  id: string,
  { artifact = 'result', set, type, encoding }: DownloadOptions,
  signal: AbortSignal | undefined,
): Promise<FileLink> {
  return request(connection, 'download', { query: { id, artifact, set, type, format: 'json', encoding }, signal });
}

/** Opens a job's file. @throws ServiceError if the job or the file does not exist, ConnectionError if it cannot be read */
export async function openDownload(
  connection: Connection,
  id: string,
  options: DownloadOptions,
  signal: AbortSignal | undefined,
): Promise<Download> {
  const link = await readLink(connection, id, { ...options, encoding: 'gzip' }, signal);
  const file = await repeat(connection.retries + 1, signal, () =>
    fetchWithin(connection, link.url, { signal }, (response) => {
      if (response.status >= 500) throw new ConnectionError(`The download failed with HTTP status ${response.status}`);
      return response;
    }),
  );
  if (!file.ok || !file.body) throw new ConnectionError(`The download failed with HTTP status ${file.status}`);
  const stream = check(file.body as ReadableStream<Uint8Array<ArrayBuffer>>, link, connection.timeout, signal);
  return {
    stream,
    contentType: link.content_type,
    size: link.size,
    sha256: link.sha256,
    url: link.url,
    bytes: async () => new Uint8Array(await new Response(stream).arrayBuffer()),
  };
}

/**
 * Passes bytes through. Fails if a read takes longer than `timeout` ms, or if the size or the hash does not match the link. The reader may
 * pause for as long as it likes.
 */
function check(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { size, sha256: expected }: FileLink,
  timeout: number,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const hash = sha256.create();
  let seen = 0;
  let timer: ReturnType<typeof setTimeout>;
  const readWithin = (): ReturnType<typeof reader.read> =>
    new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new ConnectionError('The download stalled')), timeout);
      reader.read().then(resolve, (cause) => reject(new ConnectionError('The download was interrupted', { cause })));
    });
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await readWithin();
          if (!done) {
            seen += value.byteLength;
            hash.update(value);
            return controller.enqueue(value);
          }
        } catch (error) {
          void reader.cancel(error).catch(() => {});
          signal?.throwIfAborted();
          throw error;
        } finally {
          clearTimeout(timer);
        }
        if (seen !== size || bytesToHex(hash.digest()) !== expected)
          throw new IntegrityError(`The file is damaged: it has ${seen} of ${size} bytes, or a different hash; download it again`);
        controller.close();
      },
      cancel(reason) {
        clearTimeout(timer);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
