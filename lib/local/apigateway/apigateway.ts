import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Connection, DRAIN_TIME, handleClientErrors, REQUEST_TIMEOUT, serverTimeouts } from './connections.ts';
import { makeProxyEvent } from './event.ts';
import type { RestApiModel } from './model.ts';
import {
  GATEWAY_ERRORS,
  type GatewayError,
  type HttpResponse,
  renderGatewayError,
  renderProxyResult,
  renderTimeout,
} from './responses.ts';
import { collectRoutes, findRoute } from './routes.ts';
import { createThrottle } from './throttle.ts';

/** What a function answered: its payload, and the kind of error when it failed. */
export interface InvocationResult {
  readonly payload: string;
  readonly functionError?: string | undefined;
}

/**
 * Invokes a function and waits for its answer. Throws an error with the code `RequestTooLargeException` or
 * `TooManyRequestsException` when the function cannot even be started with it.
 */
export type Invoke = (functionArn: string, payload: string) => Promise<InvocationResult>;

export interface ApiGatewayOptions {
  readonly api: RestApiModel;
  /** Port on 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  readonly invoke: Invoke;
  /** Time to receive a whole request, ms. */
  readonly requestTimeout?: number;
  /** Called with every internal error; errors of clients are answered only. */
  readonly onFault?: (error: unknown) => void;
}

export interface ApiGateway {
  readonly url: string;
  stop(): Promise<void>;
}

/** API Gateway's limits: bytes of a request, and ms that an integration may take. */
const MAX_BYTES = 10 * 1024 * 1024;
const INTEGRATION_TIMEOUT = 29_000;

/**
 * Serves a REST API at the root of an address of its own.
 *
 * @throws Error when the port is in use
 */
export async function startApiGateway(options: ApiGatewayOptions): Promise<ApiGateway> {
  const { requestTimeout = REQUEST_TIMEOUT, onFault } = options;
  const handle = makeHandler(options);
  const server = createServer(serverTimeouts(requestTimeout), (message, response) => {
    handle(message, register(message, response))
      .then((answer) => send(message, response, answer))
      .catch((error: unknown) => {
        const hasLeft = message.destroyed && !message.complete;
        if (!hasLeft) onFault?.(error);
        response.destroy();
      });
  });
  const register = handleClientErrors(server, requestTimeout);
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => close(server) };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    throw new Error(`Port ${port} is in use by another program; choose another port`, { cause });
  }
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Handles a request: throttle, route, read, invoke. */
function makeHandler({
  api,
  invoke,
  requestTimeout = REQUEST_TIMEOUT,
  onFault,
}: ApiGatewayOptions): (message: IncomingMessage, connection: Connection) => Promise<HttpResponse> {
  const routes = collectRoutes(api);
  const mayPass = api.throttle ? createThrottle(api.throttle) : () => true;
  return async (message, connection) => {
    const id = randomUUID();
    const refuse = (fault: GatewayError) => renderGatewayError(api.responses, fault, id);
    if (!mayPass()) return refuse(GATEWAY_ERRORS.throttled);
    const url = parseUrl(message);
    const match = url && findRoute(routes, message.method ?? 'GET', url.pathname);
    if (!match) return refuse(GATEWAY_ERRORS.unknownAddress);
    const late = new Promise<undefined>((resolve) => {
      connection.onTimeout = () => resolve(undefined);
    });
    const body = await Promise.race([readBody(message), late]);
    connection.onTimeout = undefined;
    if (!body) return renderTimeout(requestTimeout / 1000, id);
    if (body === 'too large') return refuse(GATEWAY_ERRORS.tooLarge);
    const event = makeProxyEvent(api, match, { id, message, url, body });
    try {
      const result = await withTimeout(invoke(match.functionArn, JSON.stringify(event)), INTEGRATION_TIMEOUT);
      if (!result) return refuse(GATEWAY_ERRORS.timeout);
      return (!result.functionError && renderProxyResult(result.payload, id)) || refuse(GATEWAY_ERRORS.failure);
    } catch (error) {
      const fault = gatewayErrorOf(error);
      if (fault === GATEWAY_ERRORS.failure) onFault?.(error);
      return refuse(fault);
    }
  };
}

function gatewayErrorOf(error: unknown): GatewayError {
  const { code } = error as { code?: unknown };
  if (code === 'RequestTooLargeException') return GATEWAY_ERRORS.tooLarge;
  return code === 'TooManyRequestsException' ? GATEWAY_ERRORS.refused : GATEWAY_ERRORS.failure;
}

function parseUrl(message: IncomingMessage): URL | undefined {
  const target = message.url ?? '/';
  return target.startsWith('/') && URL.canParse(`http://local${target}`) ? new URL(`http://local${target}`) : undefined;
}

/** The whole body, or what is wrong with it as soon as it is larger than the gateway takes. */
async function readBody(message: IncomingMessage): Promise<Buffer | 'too large'> {
  if (Number(message.headers['content-length'] ?? 0) > MAX_BYTES) return 'too large';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) return 'too large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The result, or undefined when it takes longer than so many ms. */
async function withTimeout<T>(result: Promise<T>, time: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), time);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}

function send(message: IncomingMessage, response: ServerResponse, { status, headers, body }: HttpResponse): void {
  const unread = !message.complete;
  response.writeHead(status, {
    ...headers,
    'content-length': String(body.byteLength),
    ...(unread && { connection: 'close' }),
  });
  response.end(message.method === 'HEAD' ? undefined : body);
  if (!unread) return;
  message.resume();
  setTimeout(() => message.destroy(), DRAIN_TIME).unref();
}
