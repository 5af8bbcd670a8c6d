/** Embedded SQS, and the poller that invokes functions with its messages. */
export { type EventSource, type EventSourceOptions, type SqsRecord, startEventSource, tracesOf } from './eventsource.ts';
export type { Counts, Message, MessageAttribute, NewMessage, QueueDefinition } from './messages.ts';
export type { Queue, ReceiveOptions } from './queue.ts';
export { type Sqs, type SqsOptions, startSqs, toQueueUrl } from './sqs.ts';
