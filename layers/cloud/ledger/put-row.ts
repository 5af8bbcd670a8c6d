import type { IncomingMessage } from 'node:http';
import { type AttributeValue, PutItemCommand, type PutItemCommandInput } from '@aws-sdk/client-dynamodb';
import { countDynamoDb } from '../metering/index.ts';

type Resolve = PutItemCommand['resolveMiddleware'];
type Configuration = Parameters<Resolve>[1];
type Handler = ReturnType<Resolve>;
type Output = Awaited<ReturnType<Handler>>;

/** What the requests of a client have in common, as the SDK has made the first of them. */
type Pattern = Parameters<Configuration['requestHandler']['handle']>[0];
type Signer = Awaited<ReturnType<Configuration['signer']>>;

/** Headers that each request has of its own. */
const OWN: ReadonlySet<string> = new Set([
  'authorization',
  'content-length',
  'x-amz-content-sha256',
  'x-amz-date',
  'x-amz-security-token',
]);

/** By client, once its first row was sent. */
const known = new WeakMap<Configuration, { pattern: Pattern; signer: Signer }>();

/**
 * Puts a row of the ledger: the same request as `PutItemCommand` makes, in half of the time. Every invocation ends with one, and
 * most of its own time would go into finding out again, by thirty middlewares, what was the same for the row before: endpoint,
 * headers, way of signing.
 *
 *   first row        by the SDK; what its request looked like is kept
 *   each later one   the same request with another body, signed by the SDK's signer, sent by its request handler
 *   any refusal      again, by the SDK, as the first: it knows what was meant, and when to try again; a row may be put twice
 */
export class PutRowCommand extends PutItemCommand {
  override resolveMiddleware(...[stack, configuration, options]: Parameters<Resolve>): Handler {
    const { abortSignal } = (options ?? {}) as { abortSignal?: AbortSignal };
    const bySdk = (): Handler => {
      this.middlewareStack.add(keepPattern(configuration), { step: 'finalizeRequest', priority: 'low' });
      return super.resolveMiddleware(stack, configuration, options);
    };
    return async (args) => {
      const ready = known.get(configuration);
      const answer = ready && (await send(configuration, ready, this.input, abortSignal));
      if (answer) return answer;
      known.delete(configuration);
      return bySdk()(args);
    };
  }
}

/** A middleware that keeps what the request looks like. */
const keepPattern =
  (configuration: Configuration) =>
  <Args extends { input: PutItemCommandInput; request?: unknown }, Result>(next: (args: Args) => Promise<Result>) =>
  async (args: Args): Promise<Result> => {
    const output = await next(args);
    const signer = await configuration.signer({
      name: 'sigv4',
      signingName: 'dynamodb',
      signingRegion: await configuration.region(),
      properties: {},
    });
    const request = args.request as Pattern;
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OWN.has(name.toLowerCase())));
    known.set(configuration, { pattern: { ...request, headers } as Pattern, signer });
    return output;
  };

/** Sends a row; undefined where it was refused, or was not heard of any more. */
async function send(
  { requestHandler, systemClockOffset }: Configuration,
  { pattern, signer }: { pattern: Pattern; signer: Signer },
  input: PutItemCommandInput,
  abortSignal: AbortSignal | undefined,
): Promise<Output | undefined> {
  const body = JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' });
  const headers = {
    ...pattern.headers,
    'content-length': String(Buffer.byteLength(body)),
    'amz-sdk-invocation-id': crypto.randomUUID(),
  };
  try {
    const request = await signer.sign({ ...pattern, headers, body } as Pattern, {
      signingDate: new Date(Date.now() + systemClockOffset),
    });
    const { response } = await requestHandler.handle(request as Pattern, { ...(abortSignal && { abortSignal }) });
    const answer = await readWhole(response.body as IncomingMessage);
    if (response.statusCode !== 200) return undefined;
    const output = JSON.parse(answer) as Output['output'];
    countDynamoDb('PutItemCommand', output);
    return { output, response };
  } catch {
    return undefined;
  }
}

function readWhole(body: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    body.setEncoding('utf8');
    body.on('data', (piece: string) => {
      text += piece;
    });
    body.on('end', () => resolve(text));
    body.on('error', reject);
    body.on('aborted', () => reject(new Error('The answer was cut off')));
  });
}

/** Plain data as DynamoDB keeps it; what is undefined is left out. */
export function attributesOf(value: object): Record<string, AttributeValue> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (part === undefined ? [] : [[name, attributeOf(part)]])),
  );
}

function attributeOf(value: unknown): AttributeValue {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      return { N: String(value) };
    case 'boolean':
      return { BOOL: value };
    default:
      return Array.isArray(value) ? { L: value.map(attributeOf) } : { M: attributesOf(value as object) };
  }
}
