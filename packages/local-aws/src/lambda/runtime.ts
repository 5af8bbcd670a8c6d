import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ANSWER_ALLOWANCE, answerTooLarge, PAYLOAD_LIMIT } from './failure.ts';

export interface Invocation {
  readonly requestId: string;
  readonly arn: string;
  /** JSON. */
  readonly payload: string;
  /** Unix time in ms. */
  readonly deadline: number;
  /** Header `X-Amzn-Trace-Id` for the function's requests. */
  readonly trace: string;
}

export interface RuntimeListener {
  /** Called when the process requests its next event, which `deliver` sends. */
  onNext(deliver: (invocation: Invocation) => void): void;
  onAnswer(requestId: string, payload: string, error: boolean): void;
  onInitError(payload: string): void;
}

export interface RuntimeApi {
  /** `host:port` */
  readonly address: string;
  stop(): void;
}

const INVOCATION = /^\/2018-06-01\/runtime\/invocation\/([\w-]+)\/(response|error)$/;

/** Returns the body, or its size if it is too large. */
function readAnswer(request: IncomingMessage): Promise<string | number> {
  const limit = PAYLOAD_LIMIT + ANSWER_ALLOWANCE;
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  });
  return new Promise((resolve, reject) => {
    request.on('end', () => resolve(size <= limit ? Buffer.concat(chunks).toString('utf8') : size)).on('error', reject);
  });
}

function sendInvocation(response: ServerResponse, { requestId, arn, payload, deadline, trace }: Invocation): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    'lambda-runtime-aws-request-id': requestId,
    'lambda-runtime-deadline-ms': String(deadline),
    'lambda-runtime-invoked-function-arn': arn,
    'lambda-runtime-trace-id': trace,
  });
  response.end(payload);
}

async function serve(request: IncomingMessage, response: ServerResponse, listener: RuntimeListener): Promise<void> {
  const { method, url = '' } = request;
  if (method === 'GET' && url === '/2018-06-01/runtime/invocation/next') {
    listener.onNext((invocation) => sendInvocation(response, invocation));
    return;
  }
  const body = await readAnswer(request);
  const [, requestId, kind] = INVOCATION.exec(url) ?? [];
  const failure = typeof body === 'number' ? JSON.stringify(answerTooLarge(body)) : undefined;
  if (requestId !== undefined) listener.onAnswer(requestId, failure ?? String(body), kind === 'error' || failure !== undefined);
  else if (url === '/2018-06-01/runtime/init/error') listener.onInitError(String(body));
  if (failure === undefined && request.headers['local-then'] === 'next') {
    listener.onNext((invocation) => sendInvocation(response, invocation));
    return;
  }
  response.writeHead(failure === undefined ? 202 : 413).end();
}

/** Serves the Runtime API to one process. */
export function startRuntimeApi(listener: RuntimeListener): Promise<RuntimeApi> {
  // A process may wait for its next event indefinitely.
  const server = createServer({ requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 }, (request, response) => {
    serve(request, response, listener).catch(() => response.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      resolve({
        address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
        stop: () => {
          server.close();
          server.closeAllConnections();
        },
      });
    });
  });
}
