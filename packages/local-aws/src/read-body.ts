import type { IncomingMessage } from 'node:http';

/**
 * Reads a request's whole body, up to `limit` bytes.
 * @returns `too large` as soon as it exceeds the limit; the rest is dropped unless the caller reads it
 * @throws Error if the client disconnects
 */
export function readBody(message: IncomingMessage, limit: number): Promise<Buffer | 'too large'> {
  if (Number(message.headers['content-length'] ?? 0) > limit) return Promise.resolve('too large');
  // An async iterator would be several times slower.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (settle: () => void) => {
      message.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onError);
      settle();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) end(() => resolve('too large'));
      else chunks.push(chunk);
    };
    const onEnd = () => end(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    const onError = (error: Error) => end(() => reject(error));
    const onClose = () => onError(new Error('The client disconnected before sending its whole request'));
    message.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onError);
  });
}
