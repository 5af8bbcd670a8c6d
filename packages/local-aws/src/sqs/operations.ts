import { createHash } from 'node:crypto';
import { ServiceError, type ServiceRequest } from '../gateway/index.ts';
import type { Message, MessageAttribute, NewMessage } from './messages.ts';
import type { Queue } from './queue.ts';

/** SQS limits; times are in seconds (API reference). */
const MAX_DELAY = 900;
const MAX_VISIBILITY = 12 * 60 * 60;
const MAX_WAIT = 20;
const MAX_MESSAGES = 10;

export type Input = Readonly<Record<string, unknown>>;
type Operation = (queue: Queue, input: Input, request: ServiceRequest) => unknown;

function readNumber(input: Input, name: string, highest: number, lowest = 0): number | undefined {
  const value = input[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= lowest && value <= highest) return value;
  const reason = lowest === 0 ? `Must be >= 0 and <= ${highest}, if provided` : `Must be between ${lowest} and ${highest}, if provided`;
  throw new ServiceError('InvalidParameterValue', `Value ${JSON.stringify(value)} for parameter ${name} is invalid. Reason: ${reason}.`);
}

function readText(input: Input, name: string): string {
  const value = input[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new ServiceError('MissingParameter', `The request must contain the parameter ${name}.`);
}

/** Characters that XML 1.0, and therefore SQS, allows. */
const LEGAL = /^[\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

function sizeOf(body: string, attributes: Readonly<Record<string, MessageAttribute>>): number {
  const parts = Object.entries(attributes).flatMap(([name, { DataType, StringValue = '', BinaryValue = '' }]) => [
    Buffer.byteLength(name + DataType + StringValue),
    Buffer.byteLength(BinaryValue, 'base64'),
  ]);
  return parts.reduce((sum, size) => sum + size, Buffer.byteLength(body));
}

/** Printable ASCII except the space (SQS API reference, SendMessage). */
const GROUP = /^[\x21-\x7e]{1,128}$/;

/** Digest of message attributes (SQS Developer Guide, "Calculating the MD5 message digest for message attributes"). */
export function digestAttributes(attributes: Readonly<Record<string, MessageAttribute>> | undefined): string | undefined {
  if (attributes === undefined || Object.keys(attributes).length === 0) return undefined;
  const hash = createHash('md5');
  const add = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const [name, { DataType, StringValue, BinaryValue = '' }] of Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1))) {
    add(Buffer.from(name));
    add(Buffer.from(DataType));
    hash.update(Buffer.from([StringValue === undefined ? 2 : 1]));
    add(StringValue === undefined ? Buffer.from(BinaryValue, 'base64') : Buffer.from(StringValue));
  }
  return hash.digest('hex');
}

/** @throws {ServiceError} if the value is not 1 to 128 printable characters long */
function checkName(field: string, value: string): void {
  if (GROUP.test(value)) return;
  const reason = `${field} can only include alphanumeric and punctuation characters. 1 to 128 in length`;
  throw new ServiceError('InvalidParameterValue', `Value ${value} for parameter ${field} is invalid. Reason: ${reason}.`);
}

/**
 * Reads the sender's trace header from the message or, if it has none, from its request (X-Ray developer guide, "Amazon SQS and AWS
 * X-Ray").
 */
function readTrace(input: Input, headers: ServiceRequest['headers']): string | undefined {
  const { AWSTraceHeader } = (input.MessageSystemAttributes ?? {}) as Record<string, MessageAttribute>;
  return AWSTraceHeader?.StringValue ?? headers['x-amzn-trace-id']?.toString();
}

function readMessage(queue: Queue, input: Input, headers: ServiceRequest['headers']): NewMessage {
  const body = readText(input, 'MessageBody');
  if (!LEGAL.test(body)) throw new ServiceError('InvalidMessageContents', 'The message contains characters that XML 1.0 does not allow.');
  if (input.MessageDeduplicationId !== undefined) {
    checkName('MessageDeduplicationId', String(input.MessageDeduplicationId));
    const reason = 'The request includes a parameter that is not valid for this queue type';
    throw new ServiceError('InvalidParameterValue', `MessageDeduplicationId is invalid. Reason: ${reason}.`);
  }
  const attributes = (input.MessageAttributes ?? {}) as Record<string, MessageAttribute>;
  const empty = Object.entries(attributes).find(([, { StringValue }]) => StringValue === '');
  if (empty) {
    const [name, { DataType }] = empty;
    const message = `Message (user) attribute '${name}' must contain a non-empty value of type '${DataType}'.`;
    throw new ServiceError('InvalidParameterValue', message);
  }
  const limit = queue.definition.maxMessageBytes;
  if (sizeOf(body, attributes) > limit) {
    const reason = `Message must be shorter than ${limit} bytes`;
    throw new ServiceError('InvalidParameterValue', `One or more parameters are invalid. Reason: ${reason}.`);
  }
  const delay = readNumber(input, 'DelaySeconds', MAX_DELAY);
  const group = input.MessageGroupId === undefined ? undefined : String(input.MessageGroupId);
  if (group !== undefined) checkName('MessageGroupId', group);
  const trace = readTrace(input, headers);
  return {
    body,
    attributes,
    ...(delay !== undefined && { delay }),
    ...(group !== undefined && { group }),
    ...(trace !== undefined && { trace }),
  };
}

function send(queue: Queue, input: Input, { headers }: ServiceRequest): object {
  const message = readMessage(queue, input, headers);
  const { id, md5: digest } = queue.send(message);
  return { MessageId: id, MD5OfMessageBody: digest, MD5OfMessageAttributes: digestAttributes(message.attributes) };
}

function systemAttributes(message: Message, queue: Queue, accessKey: string): Record<string, string> {
  return {
    SenderId: accessKey,
    SentTimestamp: String(message.sent),
    ApproximateReceiveCount: String(message.receives),
    ApproximateFirstReceiveTimestamp: String(message.firstReceived),
    ...(message.group !== undefined && { MessageGroupId: message.group }),
    ...(message.trace !== undefined && { AWSTraceHeader: message.trace }),
    ...(message.source !== undefined && { DeadLetterQueueSourceArn: queue.arn.replace(/[^:]*$/, message.source) }),
  };
}

const readNames = (input: Input, ...fields: string[]): string[] =>
  fields.flatMap((field) => (Array.isArray(input[field]) ? (input[field] as string[]) : []));

/** Selects entries by exact name, `All`, or a prefix such as `trace.*`. */
function pick<T>(entries: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> | undefined {
  const wanted = (name: string): boolean =>
    names.some(
      (asked) => asked === 'All' || asked === '*' || asked === name || (asked.endsWith('.*') && name.startsWith(asked.slice(0, -2))),
    );
  const kept = Object.entries(entries).filter(([name]) => wanted(name));
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

async function receive(queue: Queue, input: Input, { caller, signal }: ServiceRequest): Promise<object> {
  const visibilityTimeout = readNumber(input, 'VisibilityTimeout', MAX_VISIBILITY);
  const messages = await queue.receive({
    limit: readNumber(input, 'MaxNumberOfMessages', MAX_MESSAGES, 1) ?? 1,
    wait: (readNumber(input, 'WaitTimeSeconds', MAX_WAIT) ?? queue.definition.receiveWait) * 1000,
    // If the client has disconnected, do not receive a message, which would then stay hidden until its visibility timeout.
    signal,
    ...(visibilityTimeout !== undefined && { visibilityTimeout }),
  });
  const system = readNames(input, 'AttributeNames', 'MessageSystemAttributeNames');
  const named = readNames(input, 'MessageAttributeNames');
  // AWS omits the list if there are no messages.
  if (messages.length === 0) return {};
  return {
    Messages: messages.map((message) => {
      const attributes = pick(message.attributes, named);
      return {
        MessageId: message.id,
        ReceiptHandle: message.receipt,
        Body: message.body,
        MD5OfBody: message.md5,
        Attributes: pick(systemAttributes(message, queue, caller.name), system),
        MessageAttributes: attributes,
        MD5OfMessageAttributes: digestAttributes(attributes),
      };
    }),
  };
}

function remove(queue: Queue, input: Input): object {
  queue.remove(readText(input, 'ReceiptHandle'));
  return {};
}

function changeVisibility(queue: Queue, input: Input): object {
  const seconds = readNumber(input, 'VisibilityTimeout', MAX_VISIBILITY);
  if (seconds === undefined) throw new ServiceError('MissingParameter', 'The request must contain the parameter VisibilityTimeout.');
  if (queue.changeVisibility(readText(input, 'ReceiptHandle'), seconds)) return {};
  throw new ServiceError('MessageNotInflight', 'The receipt must be the latest one of a message in flight.');
}

function getAttributes(queue: Queue, input: Input): object {
  const { visible, inFlight, delayed } = queue.count();
  const { visibilityTimeout, delay, retention, receiveWait, maxMessageBytes, redrive } = queue.definition;
  const all: Record<string, string> = {
    QueueArn: queue.arn,
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    VisibilityTimeout: String(visibilityTimeout),
    DelaySeconds: String(delay),
    MessageRetentionPeriod: String(retention),
    ReceiveMessageWaitTimeSeconds: String(receiveWait),
    MaximumMessageSize: String(maxMessageBytes),
    ...(redrive && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: queue.arn.replace(/[^:]*$/, redrive.target),
        maxReceiveCount: redrive.maxReceives,
      }),
    }),
  };
  return { Attributes: pick(all, readNames(input, 'AttributeNames')) };
}

/** Operations and their IAM actions. The template defines the queues, so requests cannot create or change them. */
export const OPERATIONS: ReadonlyMap<string, { readonly action: string; readonly run: Operation }> = new Map([
  ['SendMessage', { action: 'sqs:SendMessage', run: send }],
  ['ReceiveMessage', { action: 'sqs:ReceiveMessage', run: receive }],
  ['DeleteMessage', { action: 'sqs:DeleteMessage', run: remove }],
  ['ChangeMessageVisibility', { action: 'sqs:ChangeMessageVisibility', run: changeVisibility }],
  ['GetQueueAttributes', { action: 'sqs:GetQueueAttributes', run: getAttributes }],
]);
