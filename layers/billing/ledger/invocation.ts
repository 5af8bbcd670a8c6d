import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import type { UsageSubject } from '../../aws/index.ts';
import { log } from '../../aws/log.ts';
import { Meter, stepAttemptId, withMeter } from '../../aws/usage/index.ts';
import { type MeteringSettings, meteringSettings } from '../metering-settings.ts';
import type { PriceList } from '../prices/prices.ts';
import { type LedgerRow, priceUsage, type Usage } from '../row.ts';
import { lambdaUsage } from './lambda-usage.ts';
import { publishCost } from './metrics.ts';
import { pullTime } from './pull-time.ts';
import { writeRows } from './rows.ts';
import { FINALIZE, stepId } from './step-id.ts';
import { taskUsage } from './task-usage.ts';

/**
 * Write units of a row, twice what they were outside of a transaction: two for the item, within 1 KB, two for its sum, and two for its entry in the
 * index of jobs where it has a job.
 */
const ROW_WRITES = { withJob: 6, without: 4 } as const;

/** Milliseconds that writing the rows takes, before the first have been timed. */
const FIRST_WRITE = 5;

/** Milliseconds after which writing is given up, and those that are left to the function for its answer: no job waits for its bill. */
const PATIENCE = 1_000;
const RESERVE = 100;

/** What the last rows took to write, ms: Lambda bills that time too, and a row cannot hold its own. */
let lastWrite = FIRST_WRITE;

/**
 * Puts the invocations of a function on the ledger: Lambda's own price and what the calls in it used, also when it failed. A
 * ledger that cannot be written is logged and fails nothing. Of a task also the pull of its image is billed, with its first work.
 *
 *   handle ─ answer computed ─ rows written, bounded ─ answer given
 */
export function metered<Event, Result>(
  handle: (event: Event, context: Context) => Promise<Result>,
): (event: Event, context: Context) => Promise<Result> {
  // Lambda bills the start of the process with its first invocation. It ends when all is loaded and the first event is asked for.
  let start = process.uptime() * 1000;
  setImmediate(() => {
    if (start > 0) start = process.uptime() * 1000;
  }).unref();
  let pulled = false;
  return async (event, context) => {
    const settings = findSettings();
    if (!settings) return handle(event, context);
    const meter = new Meter(settings.RETENTION_DAYS);
    const at = new Date();
    const began = performance.now();
    const init = start;
    start = 0;
    const pull = settings.TASK_SIZE && !pulled ? pullTime() : 0;
    pulled = true;
    try {
      return await withMeter(meter, () => handle(event, context));
    } finally {
      const worked = performance.now() - began;
      await recordUsage(settings, { meter, at, context, milliseconds: (await pull) + init + worked + lastWrite });
      lastWrite = performance.now() - began - worked;
    }
  };
}

function findSettings(): MeteringSettings | undefined {
  try {
    return meteringSettings();
  } catch (error) {
    log.error('Invocations are not put on the ledger', error as Error);
    return undefined;
  }
}

/** The function's name in the service, which its log has too. */
const stepName = (): string => process.env.POWERTOOLS_SERVICE_NAME ?? 'unknown';

interface Invocation {
  meter: Meter;
  at: Date;
  context: Context;
  milliseconds: number;
}

async function recordUsage(settings: MeteringSettings, invocation: Invocation): Promise<void> {
  try {
    const remaining = invocation.context.getRemainingTimeInMillis() - RESERVE;
    const signal = AbortSignal.timeout(Math.max(1, Math.min(PATIENCE, remaining)));
    const rows = rowsOf(invocation, settings);
    const written = await writeRows(settings.LEDGER_TABLE, rows, { writer: randomUUID().slice(0, 8), signal });
    publishCost(written, settings.STAGE);
  } catch (error) {
    log.error('The ledger could not be written', error as Error);
  }
}

/** The rows of an invocation: one for each job that it worked for, in equal parts. */
function rowsOf({ meter, at, context, milliseconds }: Invocation, settings: MeteringSettings): LedgerRow[] {
  const list: PriceList = settings.PRICES;
  const subjects = subjectsOf(meter);
  // Lambda rounds up to the millisecond (Lambda pricing page).
  const seconds = Math.ceil(milliseconds) / 1000;
  const usage = usageOf(meter, subjects, seconds, settings);
  const share = new Map([...usage].map(([resource, quantity]) => [resource, quantity / subjects.length] as const));
  const charges = priceUsage(share, list);
  return subjects.map((subject) => {
    const deliveries = meter.deliveries.get(subject.job ?? '');
    return {
      id: idOf(meter, subject, context, subjects.length),
      at: meter.attempt?.entered ?? meter.at ?? at.toISOString(),
      step: stepName(),
      ...subject,
      ...(deliveries && { deliveries }),
      seconds: seconds / subjects.length,
      prices: { region: list.region, version: list.version },
      estimated: false,
      charges,
    };
  });
}

/**
 * An attempt of the state machine goes by its own name, and so does the settling of a job, which may come after the sweeper has
 * missed it: where the audit has estimated them, their own rows take its place. Anything else goes by its request.
 */
function idOf({ attempt }: Meter, { job }: UsageSubject, { awsRequestId }: Context, subjects: number): string {
  if (attempt && job) return stepAttemptId(job, attempt);
  if (job && stepName() === FINALIZE) return stepId(job, FINALIZE);
  return job && subjects > 1 ? `${awsRequestId}#${job}` : awsRequestId;
}

function usageOf(meter: Meter, subjects: readonly UsageSubject[], seconds: number, settings: MeteringSettings): Usage {
  const rows = subjects.reduce((sum, { job }) => sum + (job ? ROW_WRITES.withJob : ROW_WRITES.without), 0);
  const writes = (meter.usage.get('dynamodb.writes') ?? 0) + rows;
  return new Map([...meter.usage, ['dynamodb.writes', writes], ...computeUsage(settings, seconds)]);
}

/** What the time itself is billed as: of a task by Fargate, else by Lambda. */
function computeUsage({ ARCHITECTURE: architecture, ...settings }: MeteringSettings, seconds: number): Usage {
  if (settings.TASK_SIZE) return taskUsage({ architecture, ...settings.TASK_SIZE }, seconds);
  const memory = Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? 128);
  return lambdaUsage({ architecture, memory, storage: settings.EPHEMERAL_STORAGE }, seconds);
}

/** Whom an invocation worked for: its jobs, else the account that asked, else nobody. */
function subjectsOf({ subjects }: Meter): UsageSubject[] {
  const jobs = [...subjects.values()].filter(({ job }) => job !== undefined);
  return jobs.length > 0 ? jobs : [subjects.get('') ?? {}];
}
