import type { Usage } from '../row.ts';

/** Steps that are not in an execution history. */
export type TypicalStep = 'generate' | 'dispatch' | 'finalize' | 'deliver';

/** Duration and usage of an invocation. Usage does not include compute time. */
interface Typical {
  seconds: number;
  usage: Usage;
}

/**
 * Estimates for invocations without a row: medians of warm invocations for short jobs, from the ledger. For webhooks, they exclude the time
 * taken by the receiver.
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
  deliver: {
    seconds: 0.1,
    usage: new Map([
      ['sqs.requests', 3],
      ['dynamodb.reads', 3],
      ['dynamodb.writes', 10],
    ]),
  },
};
