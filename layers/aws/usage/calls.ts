import { use, useStorage } from './meter.ts';
import { pieces } from './resources.ts';

/** A call to AWS as its client's middleware sees it. */
interface Call {
  command: string;
  input: Readonly<Record<string, unknown>>;
  output: Readonly<Record<string, unknown>>;
}

/** A call that failed. */
interface Failure extends Omit<Call, 'output'> {
  error: { name: string; $metadata?: { httpStatusCode?: number } };
}

/** The part of the SDK's middleware stack that is used here. */
interface Client {
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

interface Counting {
  count(call: Call): void;
  /** Counts a call that was refused and is billed all the same. */
  countFailure?(failure: Failure): void;
  /** What is asked for on top, so that the answer says what was used. */
  prepare?(input: object): object;
}

/**
 * Makes a client count what its calls cost. Attempts that the SDK repeats are counted once: their first answers were errors of
 * the service, which AWS does not bill, or never came.
 */
function meter<T>(client: T, { count, countFailure, prepare = (input) => input }: Counting): T {
  (client as Client).middlewareStack.add(
    (next, { commandName: command = '' }) =>
      async (args) => {
        const input = prepare(args.input) as Record<string, unknown>;
        try {
          const result = await next({ ...args, input });
          count({ command, input, output: result.output as Record<string, unknown> });
          return result;
        } catch (error) {
          countFailure?.({ command, input, error: error as Failure['error'] });
          throw error;
        }
      },
    { step: 'initialize', name: 'meter' },
  );
  return client;
}

/** Write units of one item in a transaction that was refused, and of one write: at least (DynamoDB developer guide, "Capacity"). */
const REFUSED_TRANSACTION = 2;
const REFUSED_WRITE = 1;

/** Units of a small item, where the answer that says how many there were is not waited for. */
const UNANSWERED = 1;

const unitsOf = (command: string) => (/Get|Query|Scan/.test(command) ? 'dynamodb.reads' : 'dynamodb.writes');

/** Counts what DynamoDB says that a call has consumed. */
export function countDynamoDb(command: string, { ConsumedCapacity }: { ConsumedCapacity?: unknown }): void {
  const consumed = [ConsumedCapacity ?? []].flat() as { CapacityUnits?: number }[];
  const units = consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  use(unitsOf(command), units);
}

/** Counts a call that DynamoDB bills although it failed. */
export function countDynamoDbFailure({ command, input, error }: Failure): void {
  // Nobody waited for its answer any longer: most likely it was done all the same.
  if (error.name === 'AbortError') use(unitsOf(command), UNANSWERED);
  if (error.name === 'ConditionalCheckFailedException') use('dynamodb.writes', REFUSED_WRITE);
  if (error.name === 'TransactionCanceledException')
    use('dynamodb.writes', REFUSED_TRANSACTION * ((input.TransactItems as unknown[] | undefined)?.length ?? 1));
}

/** DynamoDB says itself what it counts, except where a condition did not hold: that costs what the write would have, at least. */
export const meterDynamoDb = <T>(client: T): T =>
  meter(client, {
    prepare: (input) => ({ ...input, ReturnConsumedCapacity: 'TOTAL' }),
    count: ({ command, output }) => countDynamoDb(command, output),
    countFailure: countDynamoDbFailure,
  });

export const meterSqs = <T>(client: T): T =>
  meter(client, { count: ({ input }) => use('sqs.requests', pieces(sizeOf(input.MessageBody))) });

export const meterEvents = <T>(client: T): T =>
  meter(client, {
    count({ input }) {
      for (const { Detail } of (input.Entries ?? []) as { Detail?: string }[])
        use('events.published', pieces(sizeOf(Detail)));
    },
  });

/**
 * S3 by the two classes of its requests, and what is put by the bytes and the time that it will be kept. A link that is signed
 * counts as the one request that it stands for. A request for what is not there is billed; deleting is free.
 */
export const meterS3 = <T>(client: T): T =>
  meter(client, {
    count(call) {
      countRequest(call);
      const { command, input } = call;
      if (command !== 'PutObjectCommand') return;
      useStorage(String(input.Key), input.Body === undefined ? Number(input.ContentLength ?? 0) : sizeOf(input.Body));
    },
    countFailure(failure) {
      if (failure.error.$metadata?.httpStatusCode === 404) countRequest(failure);
    },
  });

function countRequest({ command }: Pick<Call, 'command'>): void {
  if (command.startsWith('Delete')) return;
  use(/^(Put|Copy|List|Create|Upload|Complete)/.test(command) ? 's3.writes' : 's3.reads', 1);
}

/** Polly says how many characters it bills; the engine is what was asked for. */
export const meterPolly = <T>(client: T): T =>
  meter(client, {
    count({ command, input, output }) {
      if (command !== 'SynthesizeSpeechCommand') return;
      use(input.Engine === 'neural' ? 'polly.neural' : 'polly.standard', Number(output.RequestCharacters ?? 0));
    },
  });

const sizeOf = (body: unknown): number => {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body instanceof Uint8Array ? body.byteLength : 0;
};
