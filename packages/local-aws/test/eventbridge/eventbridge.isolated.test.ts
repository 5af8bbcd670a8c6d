import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Destination, type Event, type EventBridge, type RuleDefinition, startEventBridge } from '../../src/eventbridge/index.ts';
import type { Gateway } from '../../src/gateway/index.ts';
import { type Sqs, startSqs } from '../../src/sqs/index.ts';
import { caller, clientOf, makeDirectory, PLACE, removeDirectory, startTestGateway } from '../../src/testing.ts';

const BUS = 'arn:aws:events:us-east-1:000000000000:event-bus/jobs';
let dir: string;
let sqs: Sqs;
let events: EventBridge;
let gateway: Gateway;
let client: EventBridgeClient;
let received: Event[];
let invoke: (event: Event) => Promise<unknown>;
let faults: unknown[];

const rule = (Name: string, target: string, more: Partial<RuleDefinition> & { target?: object } = {}): RuleDefinition => {
  const { target: extra, ...rest } = more;
  return {
    Name,
    EventBusName: 'jobs',
    EventPattern: { 'detail-type': ['job.running'] },
    Targets: [{ Id: 't', Arn: target, ...extra }],
    ...rest,
  };
};
const find = (arn: string): Destination => {
  if (arn === 'function') return { kind: 'function', invoke: (event) => invoke(event) };
  return { kind: 'queue', queue: sqs.queue(arn) };
};
const start = (rules: RuleDefinition[]) =>
  startEventBridge({
    dir: `${dir}/events`,
    place: PLACE,
    buses: ['jobs'],
    rules,
    find,
    onFault: (e) => faults.push(e),
  });
const until = async (condition: () => boolean) => {
  const end = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error('the condition never held');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

beforeEach(async () => {
  dir = makeDirectory();
  received = [];
  faults = [];
  invoke = async (event) => received.push(event);
  const base = { visibilityTimeout: 30, delay: 0, retention: 1000, receiveWait: 0, maxMessageBytes: 300_000 };
  sqs = await startSqs({
    dir: `${dir}/sqs`,
    place: PLACE,
    queues: [
      { ...base, name: 'work' },
      { ...base, name: 'dead' },
    ],
  });
  const settle = { EventBusName: 'default', EventPattern: { source: ['aws.states'], detail: { status: ['FAILED'] } } };
  events = await start([
    rule('to-function', 'function', {
      target: { RetryPolicy: { MaximumRetryAttempts: 2 }, DeadLetterConfig: { Arn: 'dead' } },
    }),
    rule('to-queue', 'work', { EventPattern: { detail: { paid: [true] } } }),
    rule('off', 'function', { State: 'DISABLED' }),
    rule('settle', 'function', settle),
  ]);
  const limited = caller('limited', 'events:PutEvents', BUS);
  gateway = await startTestGateway([events.service], { callers: [caller('operator'), limited] });
  client = new EventBridgeClient(clientOf(gateway));
});

afterEach(async () => {
  client.destroy();
  await gateway.stop();
  await events.stop();
  await sqs.stop();
  removeDirectory(dir);
});

const put = (Entries: object[], sender = client) => sender.send(new PutEventsCommand({ Entries }));
const job = (detail: object, more: object = {}) => ({
  EventBusName: 'jobs',
  Source: 'app',
  DetailType: 'job.running',
  Detail: JSON.stringify(detail),
  ...more,
});

describe('PutEvents', () => {
  it('delivers the whole event to each target once', async () => {
    const { Entries } = await put([job({ id: 1, paid: true }, { Time: new Date(1_700_000_000_000), Resources: ['r'] })]);
    await until(() => events.pending() === 0);
    const expected = {
      version: '0',
      id: Entries![0]!.EventId,
      source: 'app',
      'detail-type': 'job.running',
      account: '000000000000',
      region: 'us-east-1',
      time: '2023-11-14T22:13:20Z',
      resources: ['r'],
      detail: { id: 1, paid: true },
    };
    expect(received).toEqual([expected]);
    const [message] = await sqs.queue('work').receive();
    expect(JSON.parse(message!.body)).toEqual(expected);
  });

  it('ignores events that do not match a rule', async () => {
    await put([job({}, { DetailType: 'other' }), job({}, { EventBusName: 'default' })]);
    expect([events.pending(), received]).toEqual([0, []]);
  });

  it('rejects invalid entries and accepts the others', async () => {
    const { FailedEntryCount, Entries } = await put([
      job({ id: 1 }),
      job({}, { Detail: '[1]' }),
      job({}, { Source: 'aws.states' }),
      job({}, { EventBusName: 'none' }),
      job({}, { Source: undefined }),
    ]);
    expect(FailedEntryCount).toBe(4);
    const codes = [undefined, 'MalformedDetail', 'NotAuthorizedForSourceException', 'ResourceNotFoundException', 'InvalidArgument'];
    expect(Entries!.map(({ ErrorCode }) => ErrorCode)).toEqual(codes);
  });

  it('rejects too many and too large entries', async () => {
    await expect(put(Array.from({ length: 11 }, () => job({})))).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(put([job({ x: 'y'.repeat(256 * 1024) })])).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('rejects callers without permission for the bus', async () => {
    const limited = new EventBridgeClient(clientOf(gateway, 'limited'));
    await put([job({})], limited);
    const elsewhere = put([job({}, { EventBusName: 'default' })], limited);
    await expect(elsewhere).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });
});

describe('delivery', () => {
  it("accepts the embedded services' events on the default bus", async () => {
    const publish = (status: string) => events.publish({ source: 'aws.states', detailType: 'Changed', detail: { status } });
    publish('RUNNING');
    const id = publish('FAILED');
    await until(() => received.length === 1);
    expect(received[0]!.id).toBe(id);
  });

  it('is retried after a failure', async () => {
    let calls = 0;
    invoke = async (event) => {
      if (++calls < 3) throw new Error('not yet');
      received.push(event);
    };
    await put([job({ id: 7 })]);
    await until(() => received.length === 1 && events.pending() === 0);
    expect([calls, faults.length]).toEqual([3, 2]);
  });

  it('moves an event to the dead-letter queue with the reason after its last retry', async () => {
    invoke = async () => {
      throw new TypeError('never');
    };
    await put([job({ id: 8 })]);
    await until(() => events.pending() === 0);
    const [message] = await sqs.queue('dead').receive();
    expect(JSON.parse(message!.body).detail).toEqual({ id: 8 });
    expect(message!.attributes).toMatchObject({
      RULE_NAME: { StringValue: 'to-function' },
      TARGET_ARN: { StringValue: 'function' },
      ERROR_CODE: { StringValue: 'TypeError' },
      ERROR_MESSAGE: { StringValue: 'never' },
    });
  });

  it('delivers every event in a burst exactly once', async () => {
    const details = Array.from({ length: 300 }, (_, id) => ({ id }));
    invoke = async (event) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      received.push(event);
    };
    for (let n = 0; n < 300; n += 10) await put(details.slice(n, n + 10).map((detail) => job(detail)));
    await until(() => events.pending() === 0);
    expect(received.map(({ detail }) => detail.id as number).sort((a, b) => a - b)).toEqual(details.map(({ id }) => id));
  });

  it('continues with undelivered events after a restart', async () => {
    let release: () => void = () => undefined;
    invoke = async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      throw new Error('the function was stopped');
    };
    await put([job({ id: 9 })]);
    const stopped = events.stop();
    release();
    await stopped;
    invoke = async (event) => received.push(event);
    events = await start([rule('to-function', 'function')]);
    await until(() => received.length === 1);
    expect(received[0]!.detail).toEqual({ id: 9 });
  });
});

describe('rules', () => {
  it.each([
    [rule('r', 'function', { target: { InputTransformer: {} } }), 'The target r/t: InputTransformer is not available locally'],
    [rule('r', 'function', { EventPattern: { source: [{ matches: '*' }] } }), 'The rule r: source: the matcher {"matches"'],
    [rule('r', 'function', { EventBusName: 'none' }), 'The rule r uses the event bus none, which does not exist'],
    [rule('r', 'nowhere'), 'The queue nowhere does not exist'],
    [{ ...rule('r', 'function'), RoleArn: 'x' } as RuleDefinition, 'The rule r: RoleArn is not available locally'],
  ])('prevent the start if they use something unsupported or missing: %#', async (definition, message) => {
    await expect(start([definition])).rejects.toThrow(message);
  });
});
