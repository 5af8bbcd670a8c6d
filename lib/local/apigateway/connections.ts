import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerLate } from './answers.ts';

/** A client may take this long to send its whole request, from its first byte on, ms: a slow one must not hold a connection for ever. */
export const REQUEST_TIMEOUT = 30_000;
/** Ms between two looks of Node.js for connections that are late: an answer may come so much later. */
const CHECKING_INTERVAL = 500;
/** Longer than clients keep an idle connection, so that the server is not the side that closes while a request is on its way, ms. */
const KEEP_ALIVE_TIMEOUT = 120_000;

/** What was refused is read on for this long, ms, so that the client sees the answer instead of a broken connection. */
export const DRAIN_TIME = 2_000;

/**
 * The times of a server whose requests must come whole in time. Their headers have no less time than they have with their bodies:
 * who is late is told one time, and it is true.
 *
 * @param patience ms
 */
export const timesOf = (patience: number): ServerOptions => ({
  headersTimeout: patience,
  requestTimeout: patience,
  connectionsCheckingInterval: Math.min(CHECKING_INTERVAL, Math.ceil(patience / 8)),
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
});

/** A connection with a request that has no whole answer yet. */
export interface Connection {
  /** Tells who reads the request that it comes too late: Node.js alone knows when it began. */
  tell?: (() => void) | undefined;
}

/**
 * Answers connections whose requests come too late, or are no HTTP.
 *
 * @param patience ms, see `timesOf`
 * @returns takes down the request that a connection is busy with, until it is answered
 */
export function watchConnections(
  server: Server,
  patience: number,
): (message: IncomingMessage, response: ServerResponse) => Connection {
  const connections = new WeakMap<Duplex, Connection>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuse(error, socket, connections.get(socket), patience),
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

/** Statuses of what Node.js itself complains of, by its codes; of anything else it is 400. */
const COMPLAINTS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
};

/** Answers a connection whose request has not come whole in time, or is no HTTP. */
function refuse(
  { code = '' }: NodeJS.ErrnoException,
  socket: Duplex,
  connection: Connection | undefined,
  patience: number,
): void {
  const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (isLate && connection?.tell) {
    connection.tell();
    return;
  }
  // What is said while a request is being answered would end up in the middle of its answer.
  if (!socket.writable || connection) return void socket.destroy();
  if (!isLate) return void socket.end(`HTTP/1.1 ${COMPLAINTS[code] ?? '400 Bad Request'}\r\nconnection: close\r\n\r\n`);
  const { status, headers, body } = answerLate(patience / 1000, randomUUID());
  const lines = Object.entries({ ...headers, 'content-length': body.byteLength, connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Request Timeout\r\n${head}\r\n`), body]));
  setTimeout(() => socket.destroy(), DRAIN_TIME).unref();
}
