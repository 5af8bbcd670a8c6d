import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventSource, type EventSourceOptions, type Queue, type Sqs, startEventSource, startSqs } from '../../src/sqs/index.ts';
import { makeDirectory, PLACE, removeDirectory } from '../../src/testing.ts';

let dir: string;
let sqs: Sqs;
let queue: Queue;
let source: EventSource | undefined;

beforeEach(async () => {
  dir = makeDirectory();
  const base = { visibilityTimeout: 1, delay: 0, retention: 1000, receiveWait: 0, maxMessageBytes: 1000 };
  const redrive = { target: 'dead', maxReceives: 2 };
  sqs = await startSqs({
    dir,
    place: PLACE,
    queues: [
      { ...base, name: 'work', redrive },
      { ...base, name: 'dead' },
    ],
  });
  queue = sqs.queue('work');
  source = undefined;
});

afterEach(async () => {
  await source?.stop();
  await sqs.stop();
  removeDirectory(dir);
});

type Invoke = EventSourceOptions['invoke'];
const run = (invoke: Invoke, more: Partial<EventSourceOptions> = {}) => {
  source = startEventSource({ queue, batchSize: 1, reportBatchItemFailures: false, invoke, ...more });
};
const until = async (condition: () => boolean, limit = 60_000) => {
  const end = Date.now() + limit;
  while (!condition()) {
    if (Date.now() > end) throw new Error('the condition never held');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
const isEmpty = () => Object.values(queue.count()).every((count) => count === 0);
const failure = (name: string) => Object.assign(new Error(name), { name });

describe('an event source', () => {
  it('continues after the queue could not record its receipts', async () => {
    const bodies: string[] = [];
    const failures: unknown[] = [];
    run(async ({ Records: [record] }) => void bodies.push(record!.body), {
      onFailure: (error) => failures.push(error),
    });
    queue.send({ body: 'a', delay: 0.1 });
    const other = new DatabaseSync(join(dir, 'messages.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    await until(() => failures.length > 0);
    other.close();
    await until(() => bodies.includes('a') && isEmpty());
  });

  it('invokes within 30 ms of a send and deletes on success', async () => {
    const waits: number[] = [];
    let sent = 0;
    run(async ({ Records: [record] }) => {
      waits.push(performance.now() - sent);
      expect(record).toMatchObject({
        body: String(waits.length - 1),
        attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'g' },
        messageAttributes: { k: { dataType: 'String', stringValue: 'v' } },
        eventSource: 'aws:sqs',
        eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:work',
        awsRegion: 'us-east-1',
      });
    });
    for (let n = 0; n < 20; n++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      sent = performance.now();
      queue.send({ body: String(n), group: 'g', attributes: { k: { DataType: 'String', StringValue: 'v' } } });
      await until(() => waits.length > n);
    }
    await until(isEmpty);
    const others = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
    expect(waits.sort((a, b) => a - b)[10]).toBeLessThan(30 * others);
  });

  it('runs up to maxConcurrency concurrent invocations', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    const invoke = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running--;
      done++;
    };
    for (let n = 0; n < 20; n++) queue.send({ body: String(n) });
    run(invoke, { maxConcurrency: 3 });
    await until(() => done === 20);
    expect(most).toBe(3);
  });

  it('redelivers after a failure, and finally moves the message to the dead-letter queue', async () => {
    const errors: unknown[] = [];
    let calls = 0;
    const fail = async () => {
      calls++;
      throw failure('Broken');
    };
    queue.send({ body: 'poison' });
    run(fail, { onFailure: (error) => errors.push(error) });
    await until(() => sqs.queue('dead').count().visible === 1);
    expect([calls, errors.length]).toEqual([2, 2]);
  });

  it('deletes the successful messages of a batch and keeps the reported failures', async () => {
    const seen: string[][] = [];
    const invoke: Invoke = async ({ Records }) => {
      seen.push(Records.map(({ body }) => body));
      const bad = seen.length === 1 ? Records.filter(({ body }) => body === 'b') : [];
      return { batchItemFailures: bad.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    };
    for (const body of ['a', 'b', 'c']) queue.send({ body });
    run(invoke, { batchSize: 10, maxConcurrency: 1, reportBatchItemFailures: true });
    await until(() => seen.length === 2 && isEmpty());
    expect(seen).toEqual([['a', 'b', 'c'], ['b']]);
  });

  it.each([
    ['a stranger', { batchItemFailures: [{ itemIdentifier: 'stranger' }] }],
    ['nothing', { batchItemFailures: [{ itemIdentifier: '' }] }],
    ['null', { batchItemFailures: [null] }],
  ])('treats a batch as failed if the response contains %s', async (_what, answer) => {
    const errors: unknown[] = [];
    queue.send({ body: 'x' });
    run(async () => answer, { reportBatchItemFailures: true, onFailure: (error) => errors.push(error) });
    await until(() => errors.length === 1);
    expect(queue.count().inFlight).toBe(1);
  });

  it('retries a throttled invocation without using up a receive', async () => {
    let calls = 0;
    const counts: (string | undefined)[] = [];
    const invoke: Invoke = async ({ Records: [record] }) => {
      counts.push(record!.attributes.ApproximateReceiveCount);
      if (++calls < 4) throw failure('TooManyRequestsException');
    };
    queue.send({ body: 'x' });
    run(invoke);
    await until(isEmpty);
    expect(counts).toEqual(['1', '1', '1', '1']);
  });

  it('collects a batch during its window', async () => {
    const sizes: number[] = [];
    run(async ({ Records }) => void sizes.push(Records.length), { batchSize: 100, window: 0.3, maxConcurrency: 1 });
    // A receive request returns up to ten messages.
    for (let n = 0; n < 15; n++) queue.send({ body: String(n) });
    await until(isEmpty);
    expect(sizes).toEqual([15]);
  });

  it('finishes running invocations on stop, and leaves other messages in the queue', async () => {
    let ended = 0;
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      ended++;
    };
    for (let n = 0; n < 5; n++) queue.send({ body: String(n) });
    run(slow, { maxConcurrency: 2 });
    await until(() => queue.count().inFlight === 2);
    await source!.stop();
    expect(ended).toBe(2);
    expect(queue.count()).toEqual({ visible: 3, inFlight: 0, delayed: 0 });
  });

  it("keeps a throttled batch's messages when it stops", async () => {
    let calls = 0;
    queue.send({ body: 'x' });
    run(async () => {
      calls++;
      throw failure('TooManyRequestsException');
    });
    await until(() => calls === 2);
    await source!.stop();
    // It does not keep retrying until the message reappears. There is no more than the one invocation that is pending.
    expect(calls).toBeLessThanOrEqual(3);
    expect(queue.count().inFlight).toBe(1);
  });

  it('returns a throttled message after its visibility timeout, which counts as a receive', async () => {
    let calls = 0;
    queue.send({ body: 'x' });
    run(async () => {
      calls++;
      throw failure('TooManyRequestsException');
    });
    await until(() => sqs.queue('dead').count().visible === 1);
    expect(calls).toBeGreaterThan(4);
  });

  it('rejects a large batch without a window, like Lambda', () => {
    expect(() => run(async () => undefined, { batchSize: 11 })).toThrow('needs a batching window');
  });
});
