import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { renderTimeout } from './responses.ts';

/** A client may take this long to send its whole request, from its first byte on, ms: a slow one must not hold a connection for ever. */
export const REQUEST_TIMEOUT = 30_000;
/** Interval at which Node.js looks for timed-out connections, ms: answers come up to that much later. */
const CHECKING_INTERVAL = 500;
/** Longer than clients keep an idle connection, so that the server is not the side that closes while a request is on its way, ms. */
const KEEP_ALIVE_TIMEOUT = 120_000;

/** What was refused is read on for this long, ms, so that the client sees the answer instead of a broken connection. */
export const DRAIN_TIME = 2_000;

/**
 * The timeouts of a server that limits the time of a whole request. The header may take as long as header and body together,
 * so that the time in the answer is true for both.
 *
 * @param requestTimeout ms
 */
export const serverTimeouts = (requestTimeout: number): ServerOptions => ({
  headersTimeout: requestTimeout,
  requestTimeout,
  connectionsCheckingInterval: Math.min(CHECKING_INTERVAL, Math.ceil(requestTimeout / 8)),
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
});

/** A connection with a request that has no whole answer yet. */
export interface Connection {
  /** Called when the request times out; only Node.js knows when it began. */
  onTimeout?: (() => void) | undefined;
}

/**
 * Answers connections whose requests time out or are not HTTP.
 *
 * @param requestTimeout ms, see `serverTimeouts`
 * @returns registers the request that a connection is busy with, until it is answered
 */
export function handleClientErrors(
  server: Server,
  requestTimeout: number,
): (message: IncomingMessage, response: ServerResponse) => Connection {
  const connections = new WeakMap<Duplex, Connection>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuse(error, socket, connections.get(socket), requestTimeout),
  );
  return ({ socket }, response) => {
    const connection: Connection = {};
    connections.set(socket, connection);
    response.once('close', () => {
      // A client need not wait for this answer before it sends its next request: that one has the connection now.
      if (connections.get(socket) === connection) connections.delete(socket);
    });
    return connection;
  };
}

/** Statuses for error codes of Node.js's HTTP parser; 400 for all others. */
const STATUS_BY_CODE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
};

/** Answers a connection whose request timed out or is not HTTP. */
function refuse(
  { code = '' }: NodeJS.ErrnoException,
  socket: Duplex,
  connection: Connection | undefined,
  requestTimeout: number,
): void {
  const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (isLate && connection?.onTimeout) {
    connection.onTimeout();
    return;
  }
  // What is said while a request is being answered would end up in the middle of its answer.
  if (!socket.writable || connection) return void socket.destroy();
  if (!isLate)
    return void socket.end(`HTTP/1.1 ${STATUS_BY_CODE[code] ?? '400 Bad Request'}\r\nconnection: close\r\n\r\n`);
  const { status, headers, body } = renderTimeout(requestTimeout / 1000, randomUUID());
  const lines = Object.entries({ ...headers, 'content-length': body.byteLength, connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Request Timeout\r\n${head}\r\n`), body]));
  setTimeout(() => socket.destroy(), DRAIN_TIME).unref();
}
