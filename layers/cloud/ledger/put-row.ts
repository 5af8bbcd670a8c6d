import type { IncomingMessage } from 'node:http';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import { countDynamoDb } from '../metering/index.ts';

type Resolve = PutCommand['resolveMiddleware'];
type Configuration = Parameters<Resolve>[1];
type Handler = ReturnType<Resolve>;
type Output = Awaited<ReturnType<Handler>>;

/** What the requests of a client have in common, as the SDK has made the last of its own. */
type Pattern = Parameters<Configuration['requestHandler']['handle']>[0];

interface Known {
  pattern: Pattern;
  signer: Awaited<ReturnType<Configuration['signer']>>;
}

/** By client, once its first row was sent. */
const knownOf = new WeakMap<Configuration, Known>();

/** Headers that each request has of its own. */
const OWN: ReadonlySet<string> = new Set([
  'authorization',
  'content-length',
  'x-amz-content-sha256',
  'x-amz-date',
  'x-amz-security-token',
]);

/**
 * Puts a row of the ledger: the same request as `PutCommand` makes, in half of the time. Every invocation ends with one, and most of
 * that would go into finding out again, by thirty middlewares, what was the same for the row before: endpoint, headers, who signs.
 *
 *   first row        by the SDK; what its request looked like is kept
 *   each later one   the same request with another body, signed by the SDK's signer, sent by its request handler
 *   any refusal      again by the SDK, as the first: it knows what was meant, and when to try again; a row may be put twice
 */
export class PutRowCommand extends PutCommand {
  override resolveMiddleware(...[stack, configuration, options]: Parameters<Resolve>): Handler {
    const { input } = this;
    return async () => {
      const known = knownOf.get(configuration);
      const output =
        known && (await send(configuration, known, input, options?.abortSignal as AbortSignal | undefined));
      if (output) return output;
      knownOf.delete(configuration);
      const command = new PutCommand(input);
      command.middlewareStack.add(keepPattern(configuration), { step: 'finalizeRequest', priority: 'low' });
      return command.resolveMiddleware(stack, configuration, options)(command);
    };
  }
}

/** A middleware that keeps what a request looks like that was answered. */
const keepPattern =
  (configuration: Configuration) =>
  <Args extends { input: unknown; request?: unknown }, Result>(next: (args: Args) => Promise<Result>) =>
  async (args: Args): Promise<Result> => {
    const result = await next(args);
    const request = args.request as Pattern;
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !OWN.has(name.toLowerCase())),
    );
    const scheme = {
      name: 'sigv4',
      signingName: 'dynamodb',
      signingRegion: await configuration.region(),
      properties: {},
    };
    const signer = await configuration.signer(scheme);
    knownOf.set(configuration, { pattern: { ...request, headers } as Pattern, signer });
    return result;
  };

/** Sends a row; undefined where it was refused, or not heard of any more. */
async function send(
  { requestHandler, systemClockOffset }: Configuration,
  { pattern, signer }: Known,
  { Item, ExpressionAttributeValues, ...input }: PutCommandInput,
  abortSignal: AbortSignal | undefined,
): Promise<Output | undefined> {
  const body = JSON.stringify({
    ...input,
    Item: attributesOf(Item ?? {}),
    ...(ExpressionAttributeValues && { ExpressionAttributeValues: attributesOf(ExpressionAttributeValues) }),
    ReturnConsumedCapacity: 'TOTAL',
  });
  const headers = {
    ...pattern.headers,
    'content-length': String(Buffer.byteLength(body)),
    'amz-sdk-invocation-id': crypto.randomUUID(),
  };
  try {
    const signingDate = new Date(Date.now() + systemClockOffset);
    const request = await signer.sign({ ...pattern, headers, body } as Pattern, { signingDate });
    const { response } = await requestHandler.handle(request as Pattern, abortSignal ? { abortSignal } : {});
    const answer = await readWhole(response.body as IncomingMessage);
    if (response.statusCode !== 200) return undefined;
    const { Attributes, ConsumedCapacity } = JSON.parse(answer) as {
      Attributes?: Record<string, AttributeValue>;
      ConsumedCapacity?: object;
    };
    countDynamoDb('PutItemCommand', { ConsumedCapacity });
    // Of the row that stood there before nobody asks more.
    const before = Attributes && { Attributes: { estimated: Attributes.estimated?.BOOL } };
    return { output: { $metadata: { httpStatusCode: 200 }, ...before }, response };
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
  });
}

/** Plain data as DynamoDB keeps it; what is undefined is left out. */
function attributesOf(value: object): Record<string, AttributeValue> {
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
