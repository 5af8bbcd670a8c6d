import type { Fault } from 'local-aws';

/** Generates pseudo-random numbers in 0..1 (mulberry32). The same seed always produces the same campaign. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(random: () => number, options: readonly T[]): T => options[Math.floor(random() * options.length)] as T;

/** Operations and functions to inject faults into. */
const OPERATIONS = [
  'dynamodb.GetItem',
  'dynamodb.PutItem',
  'dynamodb.UpdateItem',
  'dynamodb.Query',
  'dynamodb.TransactWriteItems',
  'sqs.SendMessage',
  'events.PutEvents',
  'states.StartExecution',
  'states.StopExecution',
  's3.PutObject',
  's3.GetObject',
  's3.ListObjectsV2',
  's3.DeleteObject',
  'kms.GenerateMac',
];

const FUNCTIONS = [
  'generate',
  'cancel',
  'remove',
  'dispatch',
  'deadline',
  'begin',
  'synthesize',
  'align',
  'solve',
  'export',
  'finalize',
  'sweep',
  'deliver',
].map((name) => `function:${name}`);

/** Service errors: an outage, throttling, an internal failure, and an error that the SDK does not retry. */
const ERRORS = ['ServiceUnavailable', 'ThrottlingException', 'InternalFailure', 'AccessDeniedException'];

/** Generates up to five random faults. Some of them last longer than all of the SDK's retries. */
export function randomFaults(random: () => number): Fault[] {
  return Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
    const on = pick(random, random() < 0.5 ? OPERATIONS : FUNCTIONS);
    const kinds = ['fail', 'drop', 'lose', 'delay', 'duplicate'] as const;
    const isFunction = on.startsWith('function:');
    return {
      on,
      call: 1 + Math.floor(random() * (isFunction ? 4 : 12)),
      times: random() < 0.2 ? 6 : 1,
      do: isFunction && random() < 0.4 ? 'kill' : pick(random, kinds),
      ms: Math.floor(random() * 400),
      error: pick(random, ERRORS),
    } satisfies Fault;
  });
}
