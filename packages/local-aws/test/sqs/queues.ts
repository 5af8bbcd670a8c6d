import type { QueueDefinition } from '../../src/sqs/index.ts';

export const QUEUES: readonly QueueDefinition[] = [
  { name: 'work', visibilityTimeout: 1, delay: 0, retention: 1000, receiveWait: 0, maxMessageBytes: 1000 },
];
