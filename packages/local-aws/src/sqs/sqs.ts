import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  answerJson,
  type LocalService,
  type Place,
  readJson,
  readTarget,
  ServiceError,
  type ServiceRequest,
  type ServiceResponse,
} from '../gateway/index.ts';
import { openMessages, type QueueDefinition } from './messages.ts';
import { type Input, OPERATIONS } from './operations.ts';
import { type OpenQueue, openQueue, type Queue } from './queue.ts';

const TARGET = 'AmazonSQS';
/** Maximum request size, in bytes: a batch of the largest messages as JSON. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Interval at which messages past their retention period are deleted, in ms. Receives never return such messages anyway. */
const EXPIRY_INTERVAL = 60_000;

/** Returns a queue's `Ref`. @param endpoint the gateway's URL */
export function toQueueUrl(endpoint: string, { account }: Place, name: string): string {
  return `${endpoint}/${account}/${name}`;
}

export interface Sqs {
  readonly service: LocalService;
  /** @throws if the name is not in the template */
  queue(name: string): Queue;
  stop(): Promise<void>;
}

export interface SqsOptions {
  /** Message directory; created if missing. */
  readonly dir: string;
  readonly place: Place;
  readonly queues: readonly QueueDefinition[];
  readonly onFault?: (error: unknown) => void;
}

function checkDefinitions(definitions: readonly QueueDefinition[]): void {
  const names = new Set(definitions.map(({ name }) => name));
  for (const { name, redrive } of definitions) {
    if (name.endsWith('.fifo')) throw new Error(`The queue ${name} is FIFO, which is not available locally`);
    if (redrive && !names.has(redrive.target)) {
      throw new Error(`The dead-letter queue ${redrive.target} of ${name} does not exist`);
    }
  }
}

function openQueues({ dir, place, queues }: SqsOptions) {
  const store = openMessages(join(dir, 'messages.sqlite'));
  const opened = new Map<string, OpenQueue>();
  for (const definition of queues) {
    const arn = `arn:aws:sqs:${place.region}:${place.account}:${definition.name}`;
    const wakeTarget = (): void => opened.get(definition.redrive?.target ?? '')?.wake();
    opened.set(definition.name, openQueue(store, definition, arn, wakeTarget));
  }
  return { store, opened };
}

/**
 * Embedded SQS. It supports standard queues with fair groups, delays, visibility timeouts, retention, and dead-letter queues. Messages are
 * stored in SQLite, so crashes do not lose them.
 * @throws for FIFO queues and missing dead-letter queues
 */
export async function startSqs(options: SqsOptions): Promise<Sqs> {
  checkDefinitions(options.queues);
  await mkdir(options.dir, { recursive: true });
  const { store, opened } = openQueues(options);
  const timer = setInterval(() => {
    try {
      for (const queue of opened.values()) queue.expire();
    } catch (error) {
      options.onFault?.(error);
    }
  }, EXPIRY_INTERVAL);
  timer.unref();

  function find(input: Input): OpenQueue {
    const queue = opened.get(String(input.QueueUrl).split('/').at(-1)!);
    if (queue) return queue;
    throw new ServiceError('QueueDoesNotExist', 'The specified queue does not exist.');
  }

  async function handle(request: ServiceRequest): Promise<ServiceResponse> {
    const name = readTarget(request.headers, TARGET);
    const input = readJson(request.body);
    return answerJson(await OPERATIONS.get(name)!.run(find(input), input, request));
  }

  return {
    service: {
      service: 'sqs',
      protocol: 'json',
      body: 'buffered',
      maxBodyBytes: MAX_BODY_BYTES,
      authorize({ headers, body }) {
        const name = readTarget(headers, TARGET);
        const action = OPERATIONS.get(name)?.action;
        if (!action) throw new ServiceError('UnsupportedOperation', `${name} is not available locally`);
        return [{ action, resources: [find(readJson(body)).arn] }];
      },
      handle,
    },
    queue(name) {
      const queue = opened.get(name);
      if (queue) return queue;
      throw new Error(`The queue ${name} does not exist; existing queues: ${[...opened.keys()].join(', ') || 'none'}`);
    },
    async stop() {
      clearInterval(timer);
      for (const queue of opened.values()) queue.close();
      store.close();
    },
  };
}
