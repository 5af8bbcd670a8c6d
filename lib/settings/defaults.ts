/** Defaults that differ between the local stage and a deployed one. */

/** Name of the stage that runs on one machine. */
export const LOCAL_STAGE = 'local';

export interface Defaults {
  protect: boolean;
  accountConcurrency: number;
  capacity: number;
  renderers: number;
  webhookConcurrency: number;
  tasks: number;
  apiRate: number;
  apiBurst: number;
  tokenRate: number;
  addressRate: number;
  cors: readonly string[];
  tracing: boolean;
}

const DEFAULTS: Record<'local' | 'deployed', Defaults> = {
  local: {
    protect: false,
    accountConcurrency: 1_000,
    capacity: 4,
    // One renders while the other is starting or finishing.
    renderers: 2,
    // The local service runs this many processes per function.
    webhookConcurrency: 4,
    tasks: 2,
    apiRate: 200,
    apiBurst: 400,
    // All tests and tools of a developer share one address, so it may use the whole rate.
    tokenRate: 200,
    addressRate: 200,
    cors: ['*'],
    tracing: false,
  },
  deployed: {
    protect: true,
    // A new account's quota (Lambda developer guide, "Lambda quotas": new accounts have reduced concurrency and memory quotas).
    accountConcurrency: 10,
    // Two videos with two renderers each, two dispatchers, two webhook senders, and two requests use up the ten executions of a new account
    // (concurrency.ts).
    capacity: 2,
    renderers: 2,
    webhookConcurrency: 2,
    // A task has four vCPUs, and a new account may only run six on Fargate (Service Quotas, "Fargate On-Demand vCPU resource count").
    tasks: 1,
    apiRate: 200,
    apiBurst: 400,
    tokenRate: 50,
    addressRate: 100,
    cors: [],
    tracing: true,
  },
};

export const defaultsOf = (stage: string): Defaults => DEFAULTS[stage === LOCAL_STAGE ? 'local' : 'deployed'];

/** Videos that are planned to take longer than this with functions are rendered by tasks instead, in s (one hour). */
export const DEFAULT_TASK_AFTER = 3_600;

/**
 * Minimum length of a segment that a function renders, in seconds of video. Below that, starting takes longer than rendering at 40 frames
 * per second.
 */
export const DEFAULT_SEGMENT_SECONDS = 2;

/** Maximum number of concurrent iterations of an inline Map state (Step Functions developer guide, "Inline mode"). */
export const MAX_MAP_CONCURRENCY = 40;
