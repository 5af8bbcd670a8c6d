import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readBody } from '../read-body.ts';
import { renderFailure, ServiceError } from './failure.ts';
import type { Caller, CrossOrigin, LocalService, ServiceRequest, ServiceResponse } from './service.ts';
import { readSignature, type SignedRequest, verifySignature } from './signature.ts';
import { createTurns } from './turns.ts';

/** Wraps every authorized request, for fault injection and tests. */
export type RequestInterceptor = (
  request: ServiceRequest,
  next: (request: ServiceRequest) => Promise<ServiceResponse>,
) => Promise<ServiceResponse>;

export interface GatewayOptions {
  /** If 0 or absent, a free port is used. */
  readonly port?: number;
  readonly callers: readonly Caller[];
  readonly services: readonly LocalService[];
  readonly intercept?: RequestInterceptor;
  /** Called with a message for every request that a policy denies. */
  readonly onDenied?: (message: string) => void;
  /** Called with every internal error, but not with client errors. */
  readonly onFault?: (error: unknown) => void;
}

export interface Gateway {
  /** Value for AWS_ENDPOINT_URL. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Maximum number of bytes of a rejected body to read and discard before closing the connection. */
const MAX_DRAIN_BYTES = 64 * 1024 * 1024;
/** Maximum time for a client to send its headers and its whole request, in ms. */
const HEADERS_TIMEOUT = 10_000;
const REQUEST_TIMEOUT = 300_000;
/** Keep-alive timeout, in ms. It is longer than the SDK keeps an idle socket open, so that the server never closes one first. */
const KEEP_ALIVE_TIMEOUT = 120_000;

function authorize(service: LocalService, request: ServiceRequest, onDenied?: GatewayOptions['onDenied']): void {
  for (const { action, resources, context } of service.authorize(request)) {
    const refused = resources.find((resource) => !request.caller.policy.allows(action, resource, context));
    if (refused === undefined) continue;
    const reason = `because no identity-based policy allows the ${action} action`;
    const message = `User: ${request.caller.name} is not authorized to perform: ${action} on resource: ${refused} ${reason}`;
    onDenied?.(message);
    throw new ServiceError('AccessDeniedException', message, service.protocol === 'xml' ? 403 : 400);
  }
}

async function send(response: ServerResponse, result: ServiceResponse, head: boolean): Promise<void> {
  const { status, headers, body } = result;
  if (body instanceof Readable) {
    try {
      response.writeHead(status, headers);
      if (head) response.end();
      else await pipeline(body, response);
    } finally {
      // A pipeline to a disconnected client never starts, which would leave the body's file open.
      body.destroy();
    }
    return;
  }
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  response.writeHead(status, { ...length, ...headers });
  response.end(head ? undefined : body);
}

const EMPTY = Buffer.alloc(0);

const tooLarge = ({ maxBodyBytes }: LocalService): ServiceError =>
  new ServiceError('RequestEntityTooLarge', `The body must have up to ${maxBodyBytes} bytes`, 413);

/** The gateway's options, with services and callers indexed by name. */
interface Context extends Omit<GatewayOptions, 'services' | 'callers'> {
  readonly services: ReadonlyMap<string, LocalService>;
  readonly callers: ReadonlyMap<string, Caller>;
  readonly turn: () => Promise<void>;
}

/** A request before verification. */
interface Incoming extends SignedRequest {
  readonly id: string;
  readonly raw: IncomingMessage;
}

function open(raw: IncomingMessage): Incoming {
  const address = raw.url ?? '/';
  const mark = address.indexOf('?');
  return {
    id: randomUUID(),
    raw,
    method: raw.method ?? 'GET',
    path: mark < 0 ? address : address.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : address.slice(mark + 1)),
    headers: raw.headers,
  };
}

/** Uses the target header to guess the error protocol of a request whose signature may be unreadable. Defaults to S3's protocol. */
function guessProtocol({ services }: Context, { headers }: Incoming): LocalService['protocol'] {
  const scoped = /\/([a-z0-9-]+)\/aws4_request/.exec(headers.authorization ?? '')?.[1];
  return services.get(scoped ?? '')?.protocol ?? (scoped === undefined && headers['x-amz-target'] === undefined ? 'xml' : 'json');
}

/** @throws {ServiceError} if the signature is missing or invalid, or names an unknown caller or service */
async function verify(
  { services, callers, turn }: Context,
  incoming: Incoming,
  getSignal: () => AbortSignal,
): Promise<{ service: LocalService; request: ServiceRequest }> {
  const { id, raw, method, path, query, headers } = incoming;
  const signature = readSignature(incoming);
  if (!signature) throw new ServiceError('MissingAuthenticationTokenException', 'The request is not signed', 403);
  const name = signature.scope.service;
  const service = services.get(name);
  if (!service) throw new ServiceError('UnknownEndpoint', `The service "${name}" is not available locally`, 404);
  const caller = callers.get(signature.accessKeyId);
  if (!caller) {
    throw new ServiceError('UnrecognizedClientException', "The request's access key does not exist", 403);
  }
  const body = service.body === 'buffered' ? await readBody(raw, service.maxBodyBytes) : undefined;
  if (body === 'too large') throw tooLarge(service);
  if (caller.background) await turn();
  verifySignature(incoming, signature, caller.secret, body);
  const request: ServiceRequest = {
    id,
    service: name,
    caller,
    method,
    path,
    query,
    headers,
    body: body ?? EMPTY,
    stream: raw,
    get signal() {
      return getSignal();
    },
  };
  return { service, request };
}

async function answer(context: Context, incoming: Incoming, getSignal: () => AbortSignal): Promise<ServiceResponse> {
  try {
    const { service, request } = await verify(context, incoming, getSignal);
    authorize(service, request, context.onDenied);
    const handle = (passed: ServiceRequest): Promise<ServiceResponse> => service.handle(passed);
    return await (context.intercept ? context.intercept(request, handle) : handle(request));
  } catch (error) {
    if (error instanceof ServiceError) return renderFailure(guessProtocol(context, incoming), error, incoming.id);
    context.onFault?.(error);
    const failure = new ServiceError('InternalFailure', 'The local service failed', 500);
    return renderFailure(guessProtocol(context, incoming), failure, incoming.id);
  }
}

/** Returns the CORS response and headers of the first service that handles the path. */
function findCrossOrigin({ services }: Context, incoming: Incoming): CrossOrigin | undefined {
  if (incoming.headers.origin === undefined && incoming.method !== 'OPTIONS') return undefined;
  for (const service of services.values()) {
    const found = service.crossOrigin?.(incoming);
    if (found) return found;
  }
  return undefined;
}

/** Reads the rest of a rejected upload, up to a limit, because some clients read the response only after sending everything. */
function drain(raw: IncomingMessage): void {
  let left = MAX_DRAIN_BYTES;
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
}

/** Returns a signal that aborts if the client disconnects before the response. It is created on demand because few services use it. */
function watchClient(response: ServerResponse): () => AbortSignal {
  let controller: AbortController | undefined;
  const abort = () => {
    if (!response.writableFinished) controller?.abort();
  };
  return () => {
    if (!controller) {
      controller = new AbortController();
      if (response.closed) abort();
      else response.once('close', abort);
    }
    return controller.signal;
  };
}

async function serve(context: Context, raw: IncomingMessage, response: ServerResponse): Promise<void> {
  const incoming = open(raw);
  const pages = findCrossOrigin(context, incoming);
  const { headers, ...rest } = pages?.preflight ?? (await answer(context, incoming, watchClient(response)));
  const result = { ...rest, headers: { ...headers, ...pages?.headers } };
  if (!raw.readableEnded) drain(raw);
  await send(response, result, raw.method === 'HEAD');
}

/** Errors that occur when a client disconnects during a download. They are not reported. */
const DISCONNECTED = /^ERR_STREAM_(PREMATURE_CLOSE|UNABLE_TO_PIPE)$/;

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/**
 * The endpoint for all AWS clients. It verifies signatures, checks the caller's policies, and routes each request to the service in its
 * credential scope.
 * @throws if the port is in use or two services have the same name
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const names = options.services.map(({ service }) => service);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two services have the name "${twice}"`);
  const context: Context = {
    ...options,
    services: new Map(options.services.map((service) => [service.service, service])),
    callers: new Map(options.callers.map((caller) => [caller.name, caller])),
    turn: createTurns(),
  };
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT, requestTimeout: REQUEST_TIMEOUT, keepAliveTimeout: KEEP_ALIVE_TIMEOUT },
    (request, response) => {
      serve(context, request, response).catch((error) => {
        response.destroy();
        if (!DISCONNECTED.test(String((error as NodeJS.ErrnoException).code))) options.onFault?.(error);
      });
    },
  );
  await listen(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
