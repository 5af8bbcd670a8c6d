import { recordStorage, recordUsage } from './meter.ts';
import { countBilledChunks } from './resources.ts';

/** A call to AWS as its client's middleware sees it. */
interface Call {
  command: string;
  input: Readonly<Record<string, unknown>>;
  output: Readonly<Record<string, unknown>>;
}

/** A call that failed. */
interface FailedCall extends Omit<Call, 'output'> {
  error: { name: string; $metadata?: { httpStatusCode?: number } };
}

/** The part of the SDK's middleware stack that is used here. */
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
  /** Counts a call that was refused and is billed all the same. */
  countFailure?(failure: FailedCall): void;
  /** What is asked for on top, so that the answer says what was used. */
  prepare?(input: object): object;
}

/**
 * Makes a client count what its calls cost. Attempts that the SDK repeats are counted once: their first answers were errors of
 * the service, which AWS does not bill, or never came.
 */
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

/** Write units of one item in a transaction that was refused, and of one write: at least (DynamoDB developer guide, "Capacity"). */
const REJECTED_TRANSACTION_UNITS = 2;
const REJECTED_WRITE_UNITS = 1;

/** Units of a small item, where the answer that says how many there were is not waited for. */
const UNITS_WITHOUT_RESPONSE = 1;

const unitsOf = (command: string) => (/Get|Query|Scan/.test(command) ? 'dynamodb.reads' : 'dynamodb.writes');

/** Counts what DynamoDB says that a call has consumed. */
export function countDynamoDb(command: string, { ConsumedCapacity }: { ConsumedCapacity?: unknown }): void {
  const consumed = [ConsumedCapacity ?? []].flat() as { CapacityUnits?: number }[];
  const units = consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  recordUsage(unitsOf(command), units);
}

/** Counts a call that DynamoDB bills although it failed. */
export function countDynamoDbFailure({ command, input, error }: FailedCall): void {
  // Nobody waited for its answer any longer: most likely it was done all the same.
  if (error.name === 'AbortError') recordUsage(unitsOf(command), UNITS_WITHOUT_RESPONSE);
  if (error.name === 'ConditionalCheckFailedException') recordUsage('dynamodb.writes', REJECTED_WRITE_UNITS);
  if (error.name === 'TransactionCanceledException')
    recordUsage(
      'dynamodb.writes',
      REJECTED_TRANSACTION_UNITS * ((input.TransactItems as unknown[] | undefined)?.length ?? 1),
    );
}

/** DynamoDB says itself what it counts, except where a condition did not hold: that costs what the write would have, at least. */
export const meterDynamoDb = <T>(client: T): T =>
  addMeter(client, {
    prepare: (input) => ({ ...input, ReturnConsumedCapacity: 'TOTAL' }),
    count: ({ command, output }) => countDynamoDb(command, output),
    countFailure: countDynamoDbFailure,
  });

export const meterSqs = <T>(client: T): T =>
  addMeter(client, { count: ({ input }) => recordUsage('sqs.requests', countBilledChunks(sizeOf(input.MessageBody))) });

export const meterEvents = <T>(client: T): T =>
  addMeter(client, {
    count({ input }) {
      for (const { Detail } of (input.Entries ?? []) as { Detail?: string }[])
        recordUsage('events.published', countBilledChunks(sizeOf(Detail)));
    },
  });

/**
 * S3 by the two classes of its requests, and what is put by the bytes and the time that it will be kept. A link that is signed
 * counts as the one request that it stands for. A request for what is not there is billed; deleting is free.
 */
export const meterS3 = <T>(client: T): T =>
  addMeter(client, {
    count(call) {
      countRequest(call);
      const { command, input } = call;
      if (command !== 'PutObjectCommand') return;
      recordStorage(
        String(input.Key),
        input.Body === undefined ? Number(input.ContentLength ?? 0) : sizeOf(input.Body),
      );
    },
    countFailure(failure) {
      if (failure.error.$metadata?.httpStatusCode === 404) countRequest(failure);
    },
  });

function countRequest({ command }: Pick<Call, 'command'>): void {
  if (command.startsWith('Delete')) return;
  recordUsage(/^(Put|Copy|List|Create|Upload|Complete)/.test(command) ? 's3.writes' : 's3.reads', 1);
}

/** Polly says how many characters it bills; the engine is what was asked for. */
export const meterPolly = <T>(client: T): T =>
  addMeter(client, {
    count({ command, input, output }) {
      if (command !== 'SynthesizeSpeechCommand') return;
      recordUsage(input.Engine === 'neural' ? 'polly.neural' : 'polly.standard', Number(output.RequestCharacters ?? 0));
    },
  });

const sizeOf = (body: unknown): number => {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body instanceof Uint8Array ? body.byteLength : 0;
};
