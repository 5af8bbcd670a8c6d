import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ConnectionError, IntegrityError } from './errors.ts';
import { type Connection, fetchWithin, request } from './request.ts';
import type { Artifact, FileLink } from './types.ts';

/** A file that is being downloaded. */
export interface Download {
  /** The content. It errors with an IntegrityError at its end if it differs from what the service made. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Where the file is, without a token, for some minutes. */
  readonly url: string;
  /** Reads the whole content. @throws IntegrityError, ConnectionError */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Opens a file of a job.
 *
 * @throws ServiceError when the job or the file does not exist
 * @throws ConnectionError when it cannot be read
 */
export async function openDownload(
  connection: Connection,
  id: string,
  artifact: Artifact,
  signal: AbortSignal | undefined,
): Promise<Download> {
  const response = await request(connection, 'download', { query: { id, artifact, format: 'json' }, signal });
  const link = (await response.json()) as FileLink;
  const file = await fetchWithin(connection, link.url, { signal });
  if (!file.ok || !file.body) throw new ConnectionError(`The file was answered with ${file.status}`);
  const stream = (file.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(check(link, connection.timeout));
  return {
    stream,
    contentType: link.content_type,
    size: link.size,
    sha256: link.sha256,
    url: link.url,
    bytes: async () => new Uint8Array(await new Response(stream).arrayBuffer()),
  };
}

/** Passes bytes on; fails when they stop for `timeout` ms, or differ in size or hash from the link. */
function check({ size, sha256: expected }: FileLink, timeout: number) {
  const hash = sha256.create();
  let seen = 0;
  let timer: ReturnType<typeof setTimeout>;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    start(controller) {
      timer = setTimeout(() => controller.error(new ConnectionError('The download has stopped')), timeout);
    },
    transform(chunk, controller) {
      clearTimeout(timer);
      timer = setTimeout(() => controller.error(new ConnectionError('The download has stopped')), timeout);
      seen += chunk.byteLength;
      hash.update(chunk);
      controller.enqueue(chunk);
    },
    flush(controller) {
      clearTimeout(timer);
      if (seen !== size || bytesToHex(hash.digest()) !== expected)
        controller.error(
          new IntegrityError(`The file has ${seen} of ${size} bytes or another hash: download it again`),
        );
    },
  });
}
