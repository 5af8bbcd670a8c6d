import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.glb': 'model/gltf-binary',
  '.mp4': 'video/mp4',
};

/** A file server on the loopback interface. */
export interface FileServer {
  readonly url: string;
  stop(): void;
}

/**
 * Serves files to a browser, with support for range requests.
 *
 * @param find returns the file for a path, the contents of a page, or undefined
 */
export async function serveFiles(find: (path: string) => { file: string } | { text: string } | undefined): Promise<FileServer> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const found = find(pathname);
    if (!found) return void response.writeHead(404).end();
    if ('text' in found) return void response.writeHead(200, { 'content-type': TYPES['.html'] }).end(found.text);
    const { size } = await stat(found.file).catch(() => ({ size: undefined }));
    if (size === undefined) return void response.writeHead(404).end();
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const [start, end] = [Number(from), Math.min(Number(to || size - 1), size - 1)];
    response.writeHead(request.headers.range ? 206 : 200, {
      'content-type': TYPES[extname(found.file)] ?? 'application/octet-stream',
      'content-length': end - start + 1,
      'content-range': `bytes ${start}-${end}/${size}`,
      'accept-ranges': 'bytes',
    });
    // A player closes the connection when it has enough data.
    await pipeline(createReadStream(found.file, { start, end }), response).catch(() => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
