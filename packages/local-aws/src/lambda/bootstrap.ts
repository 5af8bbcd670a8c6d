/** Runs in a function's process. It loads the handler and then polls for events until it is stopped. */
import { existsSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Handler = (event: unknown, context: object) => unknown;

interface Reply {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const {
  AWS_LAMBDA_RUNTIME_API: api,
  LAMBDA_TASK_ROOT: root = '.',
  _HANDLER: handlerName = '',
  AWS_LAMBDA_FUNCTION_NAME: functionName = '',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: memoryLimitInMB = '',
  AWS_LAMBDA_LOG_GROUP_NAME: logGroupName = '',
  AWS_LAMBDA_LOG_STREAM_NAME: logStreamName = '',
} = process.env;
const agent = new Agent({ keepAlive: true });

/** Requests the next event in the reply to this response, which saves a round trip. The real Runtime API does not have this header. */
const REQUEST_NEXT = { 'local-then': 'next' };

function call(method: string, path: string, body?: string, more: Record<string, string> = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const address = `http://${api}/2018-06-01/runtime/${path}`;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request(address, { method, agent, headers: { ...length, ...more } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks).toString('utf8') }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify({ errorType: typeof error, errorMessage: String(error), trace: [] });
  return JSON.stringify({
    errorType: error.name,
    errorMessage: error.message,
    trace: (error.stack ?? '').split('\n'),
  });
}

class InitError extends Error {
  constructor(name: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = name;
  }
}

async function load(): Promise<Handler> {
  const dot = handlerName.lastIndexOf('.');
  const [file, exported] = [handlerName.slice(0, dot), handlerName.slice(dot + 1)];
  const path = ['.mjs', '.js', '.cjs'].map((ending) => join(root, file + ending)).find((name) => existsSync(name));
  if (!path) throw new InitError('Runtime.ImportModuleError', `Error: Cannot find module '${file}'`);
  const module: Record<string, unknown> = await import(pathToFileURL(path).href);
  const handler = module[exported];
  if (typeof handler === 'function') return handler as Handler;
  throw new InitError('Runtime.HandlerNotFound', `${handlerName} is undefined or not exported`);
}

function createContext(headers: IncomingHttpHeaders): object {
  const deadline = Number(headers['lambda-runtime-deadline-ms']);
  return {
    awsRequestId: headers['lambda-runtime-aws-request-id'],
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: headers['lambda-runtime-invoked-function-arn'],
    logGroupName,
    logStreamName,
    memoryLimitInMB,
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
}

/** Invocation to which errors outside the handler's promise are attributed. */
let current = 'init/error';

async function fail(error: unknown): Promise<void> {
  console.error(describe(error));
  await call('POST', current, describe(error));
}

async function run(handler: Handler): Promise<never> {
  // Node.js writes its compile cache on exit, but this process will be killed.
  flushCompileCache();
  let next: Reply | undefined;
  for (;;) {
    const { headers, body } = next ?? (await call('GET', 'invocation/next'));
    next = undefined;
    current = `invocation/${headers['lambda-runtime-aws-request-id']}/error`;
    process.env._X_AMZN_TRACE_ID = String(headers['lambda-runtime-trace-id']);
    try {
      const answer = (await handler(JSON.parse(body), createContext(headers))) ?? null;
      const reply = await call('POST', current.replace(/error$/, 'response'), JSON.stringify(answer), REQUEST_NEXT);
      // If this header is missing, the response was too large, and this reply is the rejection.
      if (reply.headers['lambda-runtime-aws-request-id']) next = reply;
    } catch (error) {
      await fail(error);
    }
  }
}

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    fail(error).finally(() => process.exit(1));
  });
}
// The pipe closes when the parent process ends, for whatever reason.
process.stdin.on('close', () => process.exit(0)).resume();

run(
  await load().catch(async (error: unknown) => {
    await fail(error);
    process.exit(1);
  }),
).catch(() => process.exit(1));
