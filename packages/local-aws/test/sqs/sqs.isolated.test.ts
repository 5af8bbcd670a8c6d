import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Gateway } from '../../src/gateway/index.ts';
import { type QueueDefinition, type Sqs, startSqs, toQueueUrl } from '../../src/sqs/index.ts';
import { caller, clientOf, makeDirectory, PLACE, removeDirectory, startTestGateway } from '../../src/testing.ts';

const queue = (name: string, more: Partial<QueueDefinition> = {}): QueueDefinition => ({
  name,
  visibilityTimeout: 30,
  delay: 0,
  retention: 345_600,
  receiveWait: 0,
  maxMessageBytes: 1_048_576,
  ...more,
});

let dir: string;
let sqs: Sqs;
let gateway: Gateway;
let client: SQSClient;
const url = (name: string) => toQueueUrl(gateway.url, PLACE, name);

beforeAll(async () => {
  dir = makeDirectory();
  const queues = [
    queue('jobs', { redrive: { target: 'jobs-dead', maxReceives: 2 } }),
    queue('jobs-dead'),
    queue('brief', { retention: 1 }),
    queue('small', { maxMessageBytes: 1024 }),
  ];
  sqs = await startSqs({ dir, place: PLACE, queues });
  const sender = caller('sender', 'sqs:SendMessage', 'arn:aws:sqs:us-east-1:000000000000:jobs');
  gateway = await startTestGateway([sqs.service], { callers: [caller('operator'), sender] });
  client = new SQSClient(clientOf(gateway));
});

afterAll(async () => {
  client.destroy();
  await gateway.stop();
  await sqs.stop();
  removeDirectory(dir);
});

beforeEach(() => {
  for (const name of ['jobs', 'jobs-dead', 'brief', 'small']) sqs.queue(name).purge();
});

const send = (MessageBody: string, more: object = {}) =>
  client.send(new SendMessageCommand({ QueueUrl: url('jobs'), MessageBody, ...more }));
const receive = async (more: object = {}, name = 'jobs') => {
  const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl: url(name), ...more }));
  return Messages;
};
const bodies = async (more: object = {}, name = 'jobs') => (await receive(more, name)).map(({ Body }) => Body);

describe('messages', () => {
  it('are received once with their attributes, and are gone after deletion', async () => {
    await send('hello', {
      MessageAttributes: { kind: { DataType: 'String', StringValue: 'x' } },
      MessageGroupId: 'acct',
    });
    const asked = { MessageAttributeNames: ['All'], MessageSystemAttributeNames: ['All'] };
    const [message] = await receive(asked);
    expect(message).toMatchObject({
      Body: 'hello',
      MessageAttributes: { kind: { DataType: 'String', StringValue: 'x' } },
      Attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'acct' },
    });
    expect(await receive()).toEqual([]);
    await client.send(new DeleteMessageCommand({ QueueUrl: url('jobs'), ReceiptHandle: message!.ReceiptHandle }));
    expect(sqs.queue('jobs').count()).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  });

  it('end a long poll as soon as they arrive', async () => {
    for (let n = 0; n < 10; n++) {
      const poll = receive({ WaitTimeSeconds: 20 });
      await new Promise((resolve) => setTimeout(resolve, 20));
      const sent = performance.now();
      await Promise.all([send(String(n)), poll]);
      expect(performance.now() - sent).toBeLessThan(10_000);
    }
  });

  it('are not received before their delay ends', async () => {
    const sent = Date.now();
    await send('later', { DelaySeconds: 2 });
    expect(await receive()).toEqual([]);
    expect(sqs.queue('jobs').count()).toEqual({ visible: 0, inFlight: 0, delayed: 1 });
    expect(await bodies({ WaitTimeSeconds: 20 })).toEqual(['later']);
    expect(Date.now() - sent).toBeGreaterThanOrEqual(1_990);
  });

  // Scenario test_receive_empty_queue, recorded on 10 February 2025.
  it('are left out of the response, rather than an empty list, if there are none', async () => {
    const answer = await client.send(new ReceiveMessageCommand({ QueueUrl: url('jobs') }));
    expect(answer).not.toHaveProperty('Messages');
  });

  // Scenario test_change_message_visibility_after_visibility_timeout_expiration, recorded on 30 April 2024.
  it('can be hidden again with the latest receipt, even though they are visible', async () => {
    await send('late');
    const [message] = await receive({ VisibilityTimeout: 0 });
    const hide = { QueueUrl: url('jobs'), ReceiptHandle: message!.ReceiptHandle, VisibilityTimeout: 30 };
    await client.send(new ChangeMessageVisibilityCommand(hide));
    expect(await bodies({})).toEqual([]);
    await client.send(new DeleteMessageCommand({ QueueUrl: url('jobs'), ReceiptHandle: message!.ReceiptHandle }));
  });

  // Scenario test_receive_message_message_attribute_names_filters, recorded on 30 April 2024.
  it('have a digest of the returned attributes', async () => {
    const text = (StringValue: string) => ({ DataType: 'String', StringValue });
    const MessageAttributes = { 'Help.Me': text('Me'), Hello: text('There'), General: text('Kenobi') };
    await send('msg', { MessageAttributes });
    const [message] = await receive({ MessageAttributeNames: ['Foo', 'Hello'] });
    expect(message).toMatchObject({
      MessageAttributes: { Hello: text('There') },
      MD5OfMessageAttributes: 'a311262e065454b75da111d535b8dacd',
    });
    await client.send(new DeleteMessageCommand({ QueueUrl: url('jobs'), ReceiptHandle: message!.ReceiptHandle }));
  });

  it('reappear after their visibility timeout, and are then moved to the dead-letter queue', async () => {
    await send('poison');
    expect(await bodies({ VisibilityTimeout: 1 })).toEqual(['poison']);
    const [again] = await receive({ WaitTimeSeconds: 20 });
    expect(again?.Body).toBe('poison');
    const visible = { QueueUrl: url('jobs'), ReceiptHandle: again!.ReceiptHandle, VisibilityTimeout: 0 };
    await client.send(new ChangeMessageVisibilityCommand(visible));
    const dead = receive({ WaitTimeSeconds: 20, MessageSystemAttributeNames: ['All'] }, 'jobs-dead');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await receive()).toEqual([]);
    expect(await dead).toMatchObject([
      { Body: 'poison', Attributes: { DeadLetterQueueSourceArn: 'arn:aws:sqs:us-east-1:000000000000:jobs' } },
    ]);
  });

  it("are not deleted with an earlier delivery's receipt", async () => {
    await send('twice');
    const [first] = await receive({ VisibilityTimeout: 0 });
    await receive();
    await client.send(new DeleteMessageCommand({ QueueUrl: url('jobs'), ReceiptHandle: first!.ReceiptHandle }));
    expect(sqs.queue('jobs').count().inFlight).toBe(1);
  });

  it("are deleted after their queue's retention period", async () => {
    sqs.queue('brief').send({ body: 'old' });
    await new Promise((resolve) => setTimeout(resolve, 1010));
    expect(await receive({}, 'brief')).toEqual([]);
  });

  it('remain in the queue if the receiver disconnects', async () => {
    const gone = new AbortController();
    const poll = client.send(new ReceiveMessageCommand({ QueueUrl: url('jobs'), WaitTimeSeconds: 20 }), {
      abortSignal: gone.signal,
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    gone.abort();
    await expect(poll).rejects.toMatchObject({ name: 'AbortError' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await send('kept');
    expect(await bodies()).toEqual(['kept']);
  });
});

describe('fair order', () => {
  it('lets a quiet group overtake a busy one', async () => {
    for (let n = 0; n < 30; n++) await send(`busy ${n}`, { MessageGroupId: 'busy' });
    for (let n = 0; n < 3; n++) await send(`quiet ${n}`, { MessageGroupId: 'quiet' });
    const order: (string | undefined)[] = [];
    for (let n = 0; n < 8; n++) order.push(...(await bodies()));
    expect(order.filter((body) => body?.startsWith('quiet'))).toHaveLength(3);
    const [batch, inOrder] = [await bodies({ MaxNumberOfMessages: 3 }), order.filter((body) => body?.startsWith('busy'))];
    expect([...inOrder, ...batch]).toEqual(Array.from({ length: 8 }, (_, n) => `busy ${n}`));
  });

  it('interleaves groups within one batch and keeps each in order', async () => {
    for (const group of ['a', 'b']) for (let n = 0; n < 4; n++) await send(`${group}${n}`, { MessageGroupId: group });
    expect(await bodies({ MaxNumberOfMessages: 6 })).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
  });
});

describe('errors', () => {
  it.each([
    ['an empty body', { MessageBody: '' }, 'MissingParameter'],
    ['a character that XML does not allow', { MessageBody: '\u0000' }, 'InvalidMessageContents'],
    ['a delay beyond 15 minutes', { MessageBody: 'x', DelaySeconds: 901 }, 'InvalidParameterValue'],
    ['a deduplication id', { MessageBody: 'x', MessageDeduplicationId: 'd' }, 'InvalidParameterValue'],
  ])('refuse %s', async (_what, input, name) => {
    const command = new SendMessageCommand({ QueueUrl: url('jobs'), ...input });
    await expect(client.send(command)).rejects.toMatchObject({ name });
  });

  it('include a message that exceeds the limit of its queue, counting attributes', async () => {
    const attributes = { a: { DataType: 'String', StringValue: 'y'.repeat(100) } };
    const input = { QueueUrl: url('small'), MessageBody: 'x'.repeat(1000), MessageAttributes: attributes };
    await expect(client.send(new SendMessageCommand(input))).rejects.toThrow(/shorter than 1024 bytes/);
  });

  it('name unknown queues and denied actions', async () => {
    const unknown = new SendMessageCommand({ QueueUrl: url('none'), MessageBody: 'x' });
    await expect(client.send(unknown)).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
    const sender = new SQSClient(clientOf(gateway, 'sender'));
    await sender.send(new SendMessageCommand({ QueueUrl: url('jobs'), MessageBody: 'x' }));
    const forbidden = new ReceiveMessageCommand({ QueueUrl: url('jobs') });
    await expect(sender.send(forbidden)).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });

  it('prevent startup with invalid queues', async () => {
    const start = (queues: QueueDefinition[]) => startSqs({ dir: makeDirectory(), place: PLACE, queues });
    await expect(start([queue('a.fifo')])).rejects.toThrow('a.fifo is FIFO');
    const redrive = { target: 'nowhere', maxReceives: 1 };
    await expect(start([queue('a', { redrive })])).rejects.toThrow('nowhere of a does not exist');
  });
});

it("returns a queue's attributes", async () => {
  const all = new GetQueueAttributesCommand({ QueueUrl: url('jobs'), AttributeNames: ['All'] });
  const { Attributes } = await client.send(all);
  expect(Attributes).toMatchObject({ VisibilityTimeout: '30', QueueArn: 'arn:aws:sqs:us-east-1:000000000000:jobs' });
});
