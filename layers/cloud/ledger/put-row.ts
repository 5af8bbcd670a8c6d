import type { IncomingMessage } from 'node:http';
import { type AttributeValue, ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import { countDynamoDb, countDynamoDbFailure } from '../metering/index.ts';
import { attributesOf } from './attributes.ts';

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
 *   its condition    is told as the SDK tells it where it did not hold: that is an answer, and billed
 *   any other fault  again by the SDK, as the first: it knows what was meant, and when to try again; a row may be put twice
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

/**
 * Sends a row; undefined where it was refused, or not heard of any more, or has what only the SDK can write.
 *
 * @throws ConditionalCheckFailedException where the condition did not hold
 */
async function send(
  configuration: Configuration,
  known: Known,
  input: PutCommandInput,
  abortSignal: AbortSignal | undefined,
): Promise<Output | undefined> {
  const answer = await ask(configuration, known, input, abortSignal).catch(() => undefined);
  if (!answer) return undefined;
  const { response, content } = answer;
  const $metadata = { httpStatusCode: response.statusCode };
  if (response.statusCode !== 200) {
    const name = content.__type?.split('#').at(-1) ?? '';
    countDynamoDbFailure({ command: 'PutItemCommand', input: { ...input }, error: { name, $metadata } });
    if (name !== 'ConditionalCheckFailedException') return undefined;
    throw new ConditionalCheckFailedException({ message: content.message ?? name, $metadata });
  }
  const { Attributes, ConsumedCapacity } = content;
  countDynamoDb('PutItemCommand', { ConsumedCapacity });
  // Of the row that stood there before nobody asks more.
  const before = Attributes && { Attributes: { estimated: Attributes.estimated?.BOOL } };
  return { output: { $metadata, ...before }, response };
}

/** What DynamoDB says to a row: of a refusal, its name and why. */
interface Content {
  Attributes?: Record<string, AttributeValue>;
  ConsumedCapacity?: object;
  /** `com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException`. */
  __type?: string;
  message?: string;
}

/** @throws when the row cannot be written as DynamoDB keeps it, or has no answer that can be read */
async function ask(
  { requestHandler, systemClockOffset }: Configuration,
  { pattern, signer }: Known,
  { Item, ExpressionAttributeValues, ...input }: PutCommandInput,
  abortSignal: AbortSignal | undefined,
) {
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
  const signingDate = new Date(Date.now() + systemClockOffset);
  const request = await signer.sign({ ...pattern, headers, body } as Pattern, { signingDate });
  const { response } = await requestHandler.handle(request as Pattern, abortSignal ? { abortSignal } : {});
  return { response, content: JSON.parse(await readWhole(response.body as IncomingMessage)) as Content };
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
