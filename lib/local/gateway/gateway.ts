import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { renderFailure, ServiceError } from './failure.ts';
import type { Caller, LocalService, ServiceRequest, ServiceResponse } from './service.ts';
import { readSignature, type Signature, verifySignature } from './signature.ts';

/** Wraps every authorized request: later layers count, delay or fail requests here. */
export type Intercept = (
  request: ServiceRequest,
  next: (request: ServiceRequest) => Promise<ServiceResponse>,
) => Promise<ServiceResponse>;

export interface GatewayOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly callers: readonly Caller[];
  readonly services: readonly LocalService[];
  readonly intercept?: Intercept;
  /** Told of every failure that is ours, not the client's. */
  readonly onFault?: (error: unknown) => void;
}

export interface Gateway {
  /** Value for AWS_ENDPOINT_URL. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** A client may take this long to send its header, and its whole request, ms. */
const HEADERS_TIMEOUT = 10_000;
const REQUEST_TIMEOUT = 300_000;
/** Longer than the SDK keeps an idle socket, so that the server is never the side that closes first, ms. */
const KEEP_ALIVE_TIMEOUT = 120_000;

async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = new ServiceError('RequestEntityTooLarge', `The body exceeds ${limit} bytes`, 413);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function authorize(service: LocalService, request: ServiceRequest): void {
  for (const { action, resources } of service.authorize(request)) {
    const refused = resources.find((resource) => !request.caller.policy.allows(action, resource));
    if (refused === undefined) continue;
    const reason = `because no identity-based policy allows the ${action} action`;
    throw new ServiceError(
      'AccessDeniedException',
      `User: ${request.caller.name} is not authorized to perform: ${action} on resource: ${refused} ${reason}`,
      service.protocol === 'xml' ? 403 : 400,
    );
  }
}

async function send(response: ServerResponse, answer: ServiceResponse, head: boolean): Promise<void> {
  const { status, headers, body } = answer;
  if (body instanceof Readable) {
    response.writeHead(status, headers);
    if (!head) return pipeline(body, response);
    body.destroy();
    response.end();
    return;
  }
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  response.writeHead(status, { ...length, ...headers });
  response.end(head ? undefined : body);
}

/** Answers one request; what it throws is the client's to read in the form of `protocol`. */
class Exchange {
  readonly id = randomUUID();
  readonly #options: GatewayOptions;
  readonly #raw: IncomingMessage;
  readonly #path: string;
  readonly #query: URLSearchParams;

  constructor(options: GatewayOptions, raw: IncomingMessage) {
    const address = raw.url ?? '/';
    const mark = address.indexOf('?');
    this.#options = options;
    this.#raw = raw;
    this.#path = mark < 0 ? address : address.slice(0, mark);
    this.#query = new URLSearchParams(mark < 0 ? '' : address.slice(mark + 1));
  }

  /** The addressed service: by signature, else by the target header, else S3, the only one that browsers talk to. */
  findService(signature?: Signature): LocalService | undefined {
    const { services } = this.#options;
    if (signature) return services.find(({ service }) => service === signature.scope.service);
    const target = this.#raw.headers['x-amz-target'];
    if (typeof target !== 'string') return services.find(({ service }) => service === 's3');
    return services.find((candidate) => candidate.target === target.split('.')[0]);
  }

  get protocol(): LocalService['protocol'] {
    const scoped = /\/([a-z0-9-]+)\/aws4_request/.exec(this.#raw.headers.authorization ?? '')?.[1];
    const named = this.#options.services.find(({ service }) => service === scoped);
    return (named ?? this.findService())?.protocol ?? 'json';
  }

  async answer(signal: AbortSignal): Promise<ServiceResponse> {
    const { method = 'GET', headers } = this.#raw;
    const signed = { method, path: this.#path, query: this.#query, headers };
    const signature = readSignature(signed);
    if (!signature) throw new ServiceError('MissingAuthenticationTokenException', 'The request is not signed', 403);
    const service = this.findService(signature);
    if (!service) {
      const name = signature.scope.service;
      throw new ServiceError('UnknownEndpoint', `The service "${name}" does not run here`, 404);
    }
    const caller = this.#options.callers.find(({ name }) => name === signature.accessKeyId);
    if (!caller) {
      throw new ServiceError('UnrecognizedClientException', 'The access key of the request is not known here', 403);
    }
    const body = service.body === 'buffered' ? await readBody(this.#raw, service.maxBodyBytes) : undefined;
    verifySignature(signed, signature, caller.secret, body);
    const request: ServiceRequest = {
      ...signed,
      id: this.id,
      service: service.service,
      caller,
      origin: `http://${headers.host}`,
      body: body ?? Buffer.alloc(0),
      stream: this.#raw,
      signal,
    };
    authorize(service, request);
    const { intercept } = this.#options;
    return intercept ? intercept(request, (passed) => service.handle(passed)) : service.handle(request);
  }
}

async function serve(options: GatewayOptions, raw: IncomingMessage, response: ServerResponse): Promise<void> {
  const exchange = new Exchange(options, raw);
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  let answer: ServiceResponse;
  try {
    answer = await exchange.answer(gone.signal);
  } catch (error) {
    if (!(error instanceof ServiceError)) options.onFault?.(error);
    const failure =
      error instanceof ServiceError ? error : new ServiceError('InternalFailure', 'The local service failed', 500);
    answer = renderFailure(exchange.protocol, failure, exchange.id);
  }
  // A body that was not read to its end would be taken for the next request of this connection.
  if (!raw.readableEnded && !raw.complete) response.setHeader('connection', 'close');
  await send(response, answer, raw.method === 'HEAD');
  if (!raw.readableEnded) raw.resume();
}

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
 * The one endpoint that all AWS clients of the local run talk to. It verifies signatures, checks the caller's
 * policies and hands the request to the service named in the credential scope.
 * @throws when the port is taken, or when two services claim one name
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const names = options.services.map(({ service }) => service);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two services answer to the name "${twice}"`);
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT, requestTimeout: REQUEST_TIMEOUT, keepAliveTimeout: KEEP_ALIVE_TIMEOUT },
    (request, response) => {
      serve(options, request, response).catch((error) => {
        response.destroy();
        // A client that goes away in the middle of a download is nobody's fault.
        if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') options.onFault?.(error);
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
