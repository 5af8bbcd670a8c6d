import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBody } from '../read-body.ts';
import { isBinaryType, makeProxyEvent } from './event.ts';
import type { RestApiModel } from './model.ts';
import { GATEWAY_ERRORS, type GatewayError, type HttpResponse, renderGatewayError, renderProxyResult } from './responses.ts';
import { collectRoutes, findRoute } from './routes.ts';
import { createThrottle } from './throttle.ts';

export interface InvocationResult {
  readonly payload: string;
  readonly functionError?: string | undefined;
}

/**
 * Invokes a function and waits for its response.
 * @param onStart called when the function receives the event, at which point the gateway's time limit starts
 * @throws Error with the code `RequestTooLargeException` or `TooManyRequestsException` if the function could not be started
 */
export type Invoke = (functionArn: string, payload: string, onStart: () => void) => Promise<InvocationResult>;

export interface ApiGatewayOptions {
  readonly api: RestApiModel;
  /** Port on 127.0.0.1; 0 picks a free one. */
  readonly port: number;
  readonly invoke: Invoke;
  /** Serves the distribution's files. Returns undefined for requests that the API should handle. */
  readonly pages?: (message: IncomingMessage) => HttpResponse | undefined;
  readonly onFault?: (error: unknown) => void;
}

export interface ApiGateway {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * API Gateway's limits on request size (in bytes) and integration time (in ms). Time spent waiting for a process does not count, because
 * Lambda would start one immediately, while this machine limits how many run at once.
 */
const MAX_BYTES = 10 * 1024 * 1024;
const INTEGRATION_TIMEOUT = 29_000;

/** Maximum time for a client to send its request, in ms. */
const REQUEST_TIMEOUT = 30_000;
/**
 * Keep-alive timeout, in ms. It is longer than clients keep an idle connection open, so that the server never closes a connection on which
 * a client is sending a request.
 */
const KEEP_ALIVE_TIMEOUT = 120_000;
/** Maximum time in ms for reading the rest of a rejected request, so that the client sees the response instead of a broken connection. */
const DRAIN_TIME = 2_000;

/** Serves a REST API at the root of its URL. @throws Error if the port is in use */
export async function startApiGateway(options: ApiGatewayOptions): Promise<ApiGateway> {
  const { onFault } = options;
  const handleApi = makeHandler(options);
  const handle = async (message: IncomingMessage) => options.pages?.(message) ?? (await handleApi(message));
  const timeouts = { requestTimeout: REQUEST_TIMEOUT, keepAliveTimeout: KEEP_ALIVE_TIMEOUT };
  const server = createServer(timeouts, (message, response) => {
    handle(message)
      .then((answer) => send(message, response, answer))
      .catch((error: unknown) => {
        const hasLeft = message.destroyed && !message.complete;
        if (!hasLeft) onFault?.(error);
        response.destroy();
      });
  });
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

function makeHandler({ api, invoke, onFault }: ApiGatewayOptions): (message: IncomingMessage) => Promise<HttpResponse> {
  const routes = collectRoutes(api);
  const mayPass = api.throttle ? createThrottle(api.throttle) : () => true;
  return async (message) => {
    const id = randomUUID();
    const refuse = (fault: GatewayError) => renderGatewayError(api.responses, fault, id);
    if (!mayPass()) return refuse(GATEWAY_ERRORS.throttled);
    const url = parseUrl(message);
    const match = url && findRoute(routes, message.method ?? 'GET', url.pathname);
    if (!match) return refuse(message.headers.authorization === undefined ? GATEWAY_ERRORS.unknownAddress : GATEWAY_ERRORS.unsignedAddress);
    const body = await readBody(message, MAX_BYTES);
    if (body === 'too large') return refuse(GATEWAY_ERRORS.tooLarge);
    const event = makeProxyEvent(api, match, { id, message, url, body });
    try {
      const run = (onStart: () => void) => invoke(match.functionArn, JSON.stringify(event), onStart);
      const result = await withTimeout(run, INTEGRATION_TIMEOUT);
      if (!result) return refuse(GATEWAY_ERRORS.timeout);
      const decodes = isBinaryType(api.binaryMediaTypes, message.headers.accept?.split(',')[0]);
      return (!result.functionError && renderProxyResult(result.payload, id, decodes)) || refuse(GATEWAY_ERRORS.failure);
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

/** Returns the result, or undefined if it takes longer than `time` ms after `onStart` is called. */
async function withTimeout<T>(run: (onStart: () => void) => Promise<T>, time: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  let timer: NodeJS.Timeout | undefined;
  const onStart = () => {
    timer ??= setTimeout(() => late.resolve(undefined), time);
  };
  return Promise.race([run(onStart), late.promise]).finally(() => clearTimeout(timer));
}

function send(message: IncomingMessage, response: ServerResponse, { status, headers, body }: HttpResponse): void {
  const unread = !message.complete;
  response.writeHead(status, {
    ...headers,
    'content-length': String(body.byteLength),
    ...(unread && { connection: 'close' }),
  });
  const content = message.method === 'HEAD' ? undefined : body;
  if (!unread) {
    response.end(content);
    return;
  }
  if (content) response.write(content);
  // Ending the response closes the connection, and a client that is still writing would only see a reset.
  const end = setTimeout(() => message.destroy(), DRAIN_TIME).unref();
  message.once('end', () => response.end()).once('close', () => clearTimeout(end));
  message.resume();
}
