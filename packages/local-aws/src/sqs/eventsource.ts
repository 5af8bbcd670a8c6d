import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from './messages.ts';
import { digestAttributes } from './operations.ts';
import type { Queue } from './queue.ts';

/** A record in the event that Lambda sends to a function (Lambda Developer Guide, "Using Lambda with Amazon SQS"). */
export interface SqsRecord {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly messageAttributes: Readonly<Record<string, object>>;
  readonly md5OfBody: string;
  readonly md5OfMessageAttributes?: string;
  readonly eventSource: 'aws:sqs';
  readonly eventSourceARN: string;
  readonly awsRegion: string;
}

export interface EventSourceOptions {
  readonly queue: Queue;
  /** Maximum number of messages per invocation. More than 10 requires a window. */
  readonly batchSize: number;
  /** How long to collect a batch after its first message, in seconds. */
  readonly window?: number;
  readonly maxConcurrency?: number;
  /** True if the response lists failed messages. The others are deleted. */
  readonly reportBatchItemFailures: boolean;
  /** Rejects if the function failed, or with a TooManyRequestsException if it was throttled. */
  readonly invoke: (event: { readonly Records: readonly SqsRecord[] }) => Promise<unknown>;
  /** Called with an error for every failed invocation. Its messages reappear after the visibility timeout. */
  readonly onFailure?: (error: unknown) => void;
}

export interface EventSource {
  /** Stops receiving messages and waits for running invocations. */
  stop(): Promise<void>;
}

/** Lambda's initial number of pollers (Lambda Developer Guide, "Scaling behavior"). */
const DEFAULT_CONCURRENCY = 5;
const LONGEST_POLL = 20_000;
const MAX_RECEIVE = 10;
/** First and maximum delay before retrying a throttled invocation, in ms. */
const FIRST_RETRY = 50;
const LONGEST_RETRY = 2_000;

function toRecord(queue: Queue, message: Message): SqsRecord {
  const attributes = Object.entries(message.attributes).map(([name, value]) => [
    name,
    {
      dataType: value.DataType,
      stringListValues: [],
      binaryListValues: [],
      ...(value.StringValue !== undefined && { stringValue: value.StringValue }),
      ...(value.BinaryValue !== undefined && { binaryValue: value.BinaryValue }),
    },
  ]);
  const digest = digestAttributes(message.attributes);
  return {
    messageId: message.id,
    receiptHandle: message.receipt,
    body: message.body,
    attributes: {
      ApproximateReceiveCount: String(message.receives),
      SentTimestamp: String(message.sent),
      SenderId: 'local',
      ApproximateFirstReceiveTimestamp: String(message.firstReceived),
      ...(message.group !== undefined && { MessageGroupId: message.group }),
      ...(message.trace !== undefined && { AWSTraceHeader: message.trace }),
    },
    messageAttributes: Object.fromEntries(attributes),
    md5OfBody: message.md5,
    ...(digest && { md5OfMessageAttributes: digest }),
    eventSource: 'aws:sqs',
    eventSourceARN: queue.arn,
    awsRegion: queue.arn.split(':')[3]!,
  };
}

/** Returns the trace headers of the messages in an event. */
export const tracesOf = ({ Records }: { readonly Records: readonly SqsRecord[] }): string[] =>
  Records.flatMap(({ attributes: { AWSTraceHeader: trace } }) => trace ?? []);

async function gather({ queue, batchSize, window = 0 }: EventSourceOptions, signal: AbortSignal): Promise<Message[]> {
  const limit = (taken: number): number => Math.min(batchSize - taken, MAX_RECEIVE);
  const batch = await queue.receive({ limit: limit(0), wait: LONGEST_POLL, signal });
  const closing = Date.now() + window * 1000;
  while (batch.length > 0 && batch.length < batchSize && Date.now() < closing && !signal.aborted) {
    batch.push(...(await queue.receive({ limit: limit(batch.length), wait: closing - Date.now(), signal })));
  }
  return batch;
}

/**
 * Returns the messages that the function reports as failed.
 * @throws if one was not in the batch, because Lambda then fails the whole batch
 */
function readFailures(answer: unknown, batch: readonly Message[]): Set<string> {
  const listed = (answer as { batchItemFailures?: unknown } | null | undefined)?.batchItemFailures ?? [];
  if (!Array.isArray(listed)) throw new Error('batchItemFailures must be a list');
  const failed = listed.map((entry: { itemIdentifier?: unknown } | null) => entry?.itemIdentifier);
  const known = new Set<unknown>(batch.map(({ id }) => id));
  const unknownId = failed.find((id) => !known.has(id));
  if (failed.length > 0 && failed.some((id) => !known.has(id))) {
    throw new Error(`batchItemFailures names ${JSON.stringify(unknownId)}, which was not in the batch`);
  }
  return new Set(failed as string[]);
}

function isThrottled(error: unknown): boolean {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return name === 'TooManyRequestsException' || code === 'TooManyRequestsException';
}

/** Retries a throttled invocation until its messages become visible again or the service stops. */
async function invokeBatch({ queue, invoke }: EventSourceOptions, batch: readonly Message[], signal: AbortSignal): Promise<unknown> {
  const event = { Records: batch.map((message) => toRecord(queue, message)) };
  const deadline = Date.now() + queue.definition.visibilityTimeout * 1000;
  for (let pause = FIRST_RETRY; ; pause = Math.min(pause * 2, LONGEST_RETRY)) {
    try {
      return await invoke(event);
    } catch (error) {
      if (!isThrottled(error) || Date.now() + pause >= deadline || signal.aborted) throw error;
      await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal });
    }
  }
}

async function processBatch(options: EventSourceOptions, batch: readonly Message[], signal: AbortSignal): Promise<void> {
  try {
    const answer = await invokeBatch(options, batch, signal);
    const failed = options.reportBatchItemFailures ? readFailures(answer, batch) : new Set();
    for (const { id, receipt } of batch) {
      if (!failed.has(id)) options.queue.remove(receipt);
    }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') options.onFailure?.(error);
  }
}

/** Works like Lambda's event source mapping. It polls the queue, invokes the function, and deletes messages that succeeded. */
export function startEventSource(options: EventSourceOptions): EventSource {
  const { batchSize, window = 0, maxConcurrency = DEFAULT_CONCURRENCY } = options;
  if (batchSize > MAX_RECEIVE && window === 0) {
    throw new Error(`A batch size of ${batchSize} needs a batching window; without one, the maximum is ${MAX_RECEIVE}`);
  }
  const stopping = new AbortController();
  const poll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const batch = await gather(options, stopping.signal);
        if (batch.length > 0) await processBatch(options, batch, stopping.signal);
      } catch (error) {
        // The queue cannot record receipts, for example because the disk is full.
        options.onFailure?.(error);
        await sleep(LONGEST_RETRY, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };
  const pollers = Array.from({ length: maxConcurrency }, poll);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(pollers);
    },
  };
}
