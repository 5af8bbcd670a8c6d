import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import type { BilledParty } from '#aws';
import { isoTime } from '#aws/clock';
import { log } from '#aws/log';
import { Meter, stepAttemptId, withMeter } from '#aws/usage';
import { lambdaUsage, taskUsage } from '../compute-usage.ts';
import type { PriceList } from '../prices/prices.ts';
import { FINALIZE, type LedgerRow, priceUsage, stepId, type Usage } from '../row.ts';
import { type MeteringSettings, meteringSettings } from '../settings.ts';
import { publishCost } from './metrics.ts';
import { pullTime } from './pull-time.ts';
import { writeRows } from './rows.ts';

/** Bytes per write unit, and maximum size of a row without metadata in bytes. */
const BYTES_PER_WRITE = 1_024;
const ROW_BYTES = 900;

/** Write units for a row in a transaction: two per KB of the item, two for its sum and, if it has a job, two per KB in the job index. */
function rowWrites({ job, metadata }: BilledParty): number {
  const bytes = ROW_BYTES + (metadata ? Buffer.byteLength(JSON.stringify(metadata)) : 0);
  const item = 2 * Math.ceil(bytes / BYTES_PER_WRITE);
  return item + 2 + (job ? item : 0);
}

/** Assumed duration of the first write, in ms. */
const FIRST_WRITE = 5;

/** Timeout for a write, and time reserved for the response of the function, in ms. */
const WRITE_TIMEOUT = 1_000;
const RESPONSE_RESERVE = 100;

/**
 * Duration of the last write, in ms. Lambda also bills for the time spent writing, but a row cannot include its own write, so it includes
 * the previous one.
 */
let lastWrite = FIRST_WRITE;

/**
 * Wraps a handler so that each invocation writes its compute time and recorded usage to the ledger before it returns, even after an error.
 * A failed write is only logged. The first invocation of a task includes the image pull.
 *
 * @example
 * ```ts
 * export const handler = withLedger(async (event: unknown) => {
 *   billTo({ job: readJobId(event) });
 * });
 * ```
 */
export function withLedger<Event, Result>(
  handle: (event: Event, context: Context) => Promise<Result>,
): (event: Event, context: Context) => Promise<Result> {
  // Lambda bills process startup as part of the first invocation. Startup ends when all modules are loaded.
  let start = process.uptime() * 1000;
  setImmediate(() => {
    if (start > 0) start = process.uptime() * 1000;
  }).unref();
  let pulled = false;
  return async (event, context) => {
    const settings = findSettings();
    if (!settings) return handle(event, context);
    const meter = new Meter(settings.RETENTION_DAYS);
    const at = isoTime(Date.now());
    const began = performance.now();
    const init = start;
    start = 0;
    const pull = settings.TASK_SIZE && !pulled ? pullTime() : 0;
    pulled = true;
    try {
      return await withMeter(meter, () => handle(event, context));
    } finally {
      const worked = performance.now() - began;
      await writeUsage(settings, { meter, at, context, milliseconds: (await pull) + init + worked + lastWrite });
      lastWrite = performance.now() - began - worked;
    }
  };
}

function findSettings(): MeteringSettings | undefined {
  try {
    return meteringSettings();
  } catch (error) {
    log.error('Invocations are not written to the ledger', error as Error);
    return undefined;
  }
}

const stepName = (): string => process.env.POWERTOOLS_SERVICE_NAME ?? 'unknown';

interface Invocation {
  meter: Meter;
  /** Start of the invocation, in ISO 8601 format. */
  at: string;
  context: Context;
  milliseconds: number;
}

async function writeUsage(settings: MeteringSettings, invocation: Invocation): Promise<void> {
  try {
    const remaining = invocation.context.getRemainingTimeInMillis() - RESPONSE_RESERVE;
    const signal = AbortSignal.timeout(Math.max(1, Math.min(WRITE_TIMEOUT, remaining)));
    const rows = rowsOf(invocation, settings);
    const written = await writeRows(settings.LEDGER_TABLE, rows, { writer: randomUUID().slice(0, 8), signal });
    publishCost(written, settings.STAGE);
  } catch (error) {
    log.error('The ledger could not be written', error as Error);
  }
}

/** Creates the rows for an invocation: one for each of its jobs, with equal shares. */
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
      at: meter.attempt?.entered ?? meter.at ?? at,
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
 * ID of a row. Task states and `finalize` have predictable IDs, so that their rows replace estimates from an audit. Others use the request
 * ID.
 */
function idOf({ attempt }: Meter, { job }: BilledParty, { awsRequestId }: Context, subjects: number): string {
  if (attempt && job) return stepAttemptId(job, attempt);
  if (job && stepName() === FINALIZE) return stepId(job, FINALIZE);
  return job && subjects > 1 ? `${awsRequestId}#${job}` : awsRequestId;
}

function usageOf(meter: Meter, subjects: readonly BilledParty[], seconds: number, settings: MeteringSettings): Usage {
  const rows = subjects.reduce((sum, subject) => sum + rowWrites(subject), 0);
  const writes = (meter.usage.get('dynamodb.writes') ?? 0) + rows;
  return new Map([...meter.usage, ['dynamodb.writes', writes], ...computeUsage(settings, seconds)]);
}

/** Compute usage: ECS for a task, Lambda otherwise. */
function computeUsage({ ARCHITECTURE: architecture, ...settings }: MeteringSettings, seconds: number): Usage {
  if (settings.TASK_SIZE) return taskUsage({ architecture, ...settings.TASK_SIZE }, seconds);
  const memory = Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? 128);
  return lambdaUsage({ architecture, memory, storage: settings.EPHEMERAL_STORAGE }, seconds);
}

/** Parties to bill for an invocation: its jobs, or else the caller's account, or else an empty party. */
function subjectsOf({ subjects }: Meter): BilledParty[] {
  const jobs = [...subjects.values()].filter(({ job }) => job !== undefined);
  return jobs.length > 0 ? jobs : [subjects.get('') ?? {}];
}
