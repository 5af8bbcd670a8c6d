import { recordStorageUsage, recordUsage } from './meter.ts';
import { countBilled64KbUnits } from './resources.ts';

/** An API call as seen by SDK middleware. */
interface Call {
  command: string;
  input: Readonly<Record<string, unknown>>;
  output: Readonly<Record<string, unknown>>;
}

interface FailedCall extends Omit<Call, 'output'> {
  error: { name: string; $metadata?: { httpStatusCode?: number } };
}

interface MiddlewareClient {
  middlewareStack: {
    add(
      middleware: (
        next: (args: { input: object }) => Promise<{ output: object }>,
        context: { commandName?: string },
      ) => (args: { input: object }) => Promise<{ output: object }>,
      options: { step: 'initialize'; name: string },
    ): void;
  };
}

interface UsageCounter {
  count(call: Call): void;
  /** Counts a failed call if AWS bills for it. */
  countFailure?(failure: FailedCall): void;
  /** Modifies the input so that the response includes the consumed units. */
  prepare?(input: object): object;
}

/** Records every call that a client makes. A call that the SDK retries counts once, because AWS does not bill for its own errors. */
function addMeter<T>(client: T, { count, countFailure, prepare = (input) => input }: UsageCounter): T {
  (client as MiddlewareClient).middlewareStack.add(
    (next, { commandName: command = '' }) =>
      async (args) => {
        const input = prepare(args.input) as Record<string, unknown>;
        try {
          const result = await next({ ...args, input });
          count({ command, input, output: result.output as Record<string, unknown> });
          return result;
        } catch (error) {
          countFailure?.({ command, input, error: error as FailedCall['error'] });
          throw error;
        }
      },
    { step: 'initialize', name: 'meter' },
  );
  return client;
}

/** Write units for a rejected write, and for each item in a rejected transaction: the minimum (DynamoDB developer guide, "Capacity"). */
const REJECTED_TRANSACTION_UNITS = 2;
const REJECTED_WRITE_UNITS = 1;

/** Units to assume for an aborted call, which returns no response: one small item. */
const UNITS_WITHOUT_RESPONSE = 1;

const resourceOf = (command: string) => (/Get|Query|Scan/.test(command) ? 'dynamodb.reads' : 'dynamodb.writes');

function countDynamoDb(command: string, { ConsumedCapacity }: { ConsumedCapacity?: unknown }): void {
  const consumed = [ConsumedCapacity ?? []].flat() as { CapacityUnits?: number }[];
  const units = consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  recordUsage(resourceOf(command), units);
}

/** Records failed calls that DynamoDB bills for: calls whose condition failed, and aborted calls, which probably ran anyway. */
function countDynamoDbFailure({ command, input, error }: FailedCall): void {
  if (error.name === 'AbortError') recordUsage(resourceOf(command), UNITS_WITHOUT_RESPONSE);
  if (error.name === 'ConditionalCheckFailedException') recordUsage('dynamodb.writes', REJECTED_WRITE_UNITS);
  if (error.name === 'TransactionCanceledException')
    recordUsage('dynamodb.writes', REJECTED_TRANSACTION_UNITS * ((input.TransactItems as unknown[] | undefined)?.length ?? 1));
}

export const meterDynamoDb = <T>(client: T): T =>
  addMeter(client, {
    prepare: (input) => ({ ...input, ReturnConsumedCapacity: 'TOTAL' }),
    count: ({ command, output }) => countDynamoDb(command, output),
    countFailure: countDynamoDbFailure,
  });

export const meterSqs = <T>(client: T): T =>
  addMeter(client, {
    count: ({ input }) => recordUsage('sqs.requests', countBilled64KbUnits(sizeOf(input.MessageBody))),
  });

export const meterEvents = <T>(client: T): T =>
  addMeter(client, {
    count({ input }) {
      for (const { Detail } of (input.Entries ?? []) as { Detail?: string }[])
        recordUsage('events.published', countBilled64KbUnits(sizeOf(Detail)));
    },
  });

/**
 * Meters the requests made by an S3 client, and the size and lifetime of stored objects. Signing a URL counts as the one request that it
 * allows. S3 bills for requests for missing objects. Deletes are free.
 */
export const meterS3 = <T>(client: T): T =>
  addMeter(client, {
    count(call) {
      countRequest(call);
      const { command, input } = call;
      if (command !== 'PutObjectCommand') return;
      recordStorageUsage(String(input.Key), input.Body === undefined ? Number(input.ContentLength ?? 0) : sizeOf(input.Body));
    },
    countFailure(failure) {
      if (failure.error.$metadata?.httpStatusCode === 404) countRequest(failure);
    },
  });

function countRequest({ command }: Pick<Call, 'command'>): void {
  if (command.startsWith('Delete')) return;
  recordUsage(/^(Put|Copy|List|Create|Upload|Complete)/.test(command) ? 's3.writes' : 's3.reads', 1);
}

export const meterPolly = <T>(client: T): T =>
  addMeter(client, {
    count({ command, input, output }) {
      if (command !== 'SynthesizeSpeechCommand') return;
      const engine = input.Engine === 'neural' || input.Engine === 'generative' ? input.Engine : 'standard';
      recordUsage(`polly.${engine}`, Number(output.RequestCharacters ?? 0));
    },
  });

const sizeOf = (body: unknown): number => {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body instanceof Uint8Array ? body.byteLength : 0;
};
