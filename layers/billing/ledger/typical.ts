import type { Usage } from '../row.ts';

/** Steps of a job that no execution history has. */
export type TypicalStep = 'generate' | 'dispatch' | 'finalize' | 'webhook';

/** What an invocation uses beside memory, and how long it takes. */
interface Typical {
  seconds: number;
  usage: Usage;
}

/**
 * What is taken of an invocation that left no row: the medians of warm ones for short jobs, as the ledger has them. A webhook's time
 * comes on top of the receiver's.
 */
export const TYPICAL: Readonly<Record<TypicalStep, Typical>> = {
  generate: {
    seconds: 0.1,
    usage: new Map([
      ['api.requests', 1],
      ['sqs.requests', 1],
      ['dynamodb.reads', 1.5],
      ['dynamodb.writes', 12],
    ]),
  },
  dispatch: {
    seconds: 0.1,
    usage: new Map([
      ['sqs.requests', 2],
      ['dynamodb.reads', 1],
      ['dynamodb.writes', 3],
    ]),
  },
  finalize: {
    seconds: 0.1,
    usage: new Map([
      ['events.published', 1],
      ['dynamodb.reads', 4],
      ['dynamodb.writes', 29],
    ]),
  },
  webhook: {
    seconds: 0.1,
    usage: new Map([
      ['sqs.requests', 3],
      ['dynamodb.reads', 3],
      ['dynamodb.writes', 10],
    ]),
  },
};
