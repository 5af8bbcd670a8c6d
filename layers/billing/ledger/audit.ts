import type { JobRecord } from '@talking-avatar/contract';
import { MAX_RUN_AFTER_END } from '#aws/cancellation-times';
import { readExecutionHistory } from '#aws/executions';
import { log } from '#aws/log';
import { stepAttemptId } from '#aws/usage';
import { lambdaUsage, taskUsage } from '../compute-usage.ts';
import { EXECUTION, type LedgerRow, priceUsage, stepId, type Usage } from '../row.ts';
import { type FunctionSizes, meteringSettings, taskSizeKey } from '../settings.ts';
import { billedPartyOf } from '../subject-of-job.ts';
import { type DeliveryRecord, findMissingDeliveries, WEBHOOK } from './deliveries.ts';
import { type ExecutionSummary, type HistoryAttempt, readHistory } from './history.ts';
import { publishCost } from './metrics.ts';
import { listJobRows, writeRows } from './rows.ts';
import { TYPICAL, type TypicalStep } from './typical.ts';
import { kindOfExecution, learnTransitions, usualTransitions } from './usual-executions.ts';

/** Writer of estimated rows. It is a constant so that a second audit of a job writes the same rows. */
const WRITER = 'audit';

/** Timeout for reading and writing rows, in ms. */
const TIMEOUT = 5_000;

/** The step that may run as a task. It has two states with different names because names must be unique within a state machine. */
const RENDER = 'render';

interface AuditResources {
  stateMachineArn: string;
  sizes: FunctionSizes;
}

export interface Audit {
  /** True if all expected invocations are on the ledger. */
  complete: boolean;
  /** Number of estimated rows. */
  estimated: number;
}

/**
 * Compares the ledger rows of an ended job with its execution history. Writes the row for state transitions, and estimates the rows of
 * invocations that were killed or could not write to the ledger. It is safe to repeat because a late row replaces its estimate.
 *
 *   finalize   attempts of task states. The history is not read if the kind of the execution is known.
 *   sweep      `thorough`: also generate, dispatch, finalize and webhooks, whose rows must be written by then
 *
 * @throws if the ledger or the history cannot be read, or the ledger cannot be written
 */
export async function auditJob(
  { stateMachineArn, sizes }: AuditResources,
  job: JobRecord,
  { thorough }: { thorough: boolean },
): Promise<Audit> {
  const { LEDGER_TABLE: table, STAGE } = meteringSettings();
  const signal = AbortSignal.timeout(TIMEOUT);
  const rows = await listJobRows(table, job.id, signal);
  const execution = (thorough ? undefined : findKnownExecution(job, rows)) ?? (await readExecution(stateMachineArn, job, rows));
  const attempts = execution ? findMissingAttempts(job, execution, rows) : [];
  const others = findMissingSteps(execution !== undefined, thorough, rows);
  const estimates = [
    ...attempts.map((attempt) => attemptRow(job, sizes, attempt)),
    ...(thorough ? others.map((step) => stepRow(job, sizes, step)) : []),
    ...(thorough ? findMissingDeliveries(job, rows).map((delivery) => deliveryRow(job, sizes, delivery)) : []),
  ];
  const hasTransitions = rows.some(({ step }) => step === EXECUTION);
  const transitions = execution && !hasTransitions ? [transitionsRow(job, execution)] : [];
  const written = await writeRows(table, [...transitions, ...estimates], { writer: WRITER, signal });
  publishCost(written, STAGE);
  return {
    complete: thorough || others.length === 0,
    estimated: written.filter(({ estimated }) => estimated).length,
  };
}

/** Finds the execution of a job without reading its history, if its kind is known. */
function findKnownExecution(job: JobRecord, rows: readonly LedgerRow[]): ExecutionSummary | undefined {
  const transitions = usualTransitions(kindOfExecution(job, rows));
  if (transitions === undefined || job.started_at === null) return undefined;
  return { began: Date.parse(job.started_at), transitions, attempts: [] };
}

/** Reads a job's execution history. @returns undefined if there was no execution */
async function readExecution(stateMachineArn: string, job: JobRecord, rows: readonly LedgerRow[]): Promise<ExecutionSummary | undefined> {
  const events = await readExecutionHistory(stateMachineArn, job);
  if (!events) return undefined;
  const execution = readHistory(events);
  const kind = kindOfExecution(job, rows);
  const isComplete = findMissingAttempts(job, execution, rows).length === 0;
  if (kind !== undefined && isComplete && !learnTransitions(kind, execution.transitions))
    log.warn('Executions of the same kind had different numbers of transitions', { job: job.id, kind });
  return execution;
}

/** Finds attempts that do not have a row. */
function findMissingAttempts(job: JobRecord, { attempts }: ExecutionSummary, rows: readonly LedgerRow[]): HistoryAttempt[] {
  const written = new Set(rows.map(({ id }) => id));
  return attempts.filter(({ attempt }) => !written.has(stepAttemptId(job.id, attempt)));
}

/** Steps of every job outside the state machine. */
type Step = Exclude<TypicalStep, typeof WEBHOOK>;

function findMissingSteps(executed: boolean, thorough: boolean, rows: readonly LedgerRow[]): Step[] {
  const seen = new Set(rows.map(({ step }) => step));
  const expected: Step[] = ['generate'];
  if (executed) expected.push('dispatch');
  // While the job is being finalized, the finalize row does not exist yet.
  if (executed && thorough) expected.push('finalize');
  return expected.filter((step) => !seen.has(step));
}

function transitionsRow(job: JobRecord, { began, transitions }: ExecutionSummary): LedgerRow {
  const usage: Usage = new Map([['states.transitions', transitions]]);
  return rowOf(job, { id: stepId(job.id, EXECUTION), at: began, step: EXECUTION, seconds: 0, usage, estimated: false });
}

/** Estimates the row of an attempt. The attempt lasts until it ends, or until it must have noticed that its job had ended. */
function attemptRow(job: JobRecord, sizes: FunctionSizes, { attempt, isTask, began, ended }: HistoryAttempt): LedgerRow {
  const step = isTask ? RENDER : attempt.state.toLowerCase();
  const stopped = Date.parse(job.finished_at ?? job.created_at) + MAX_RUN_AFTER_END;
  const seconds = Math.max(1, (ended ?? stopped) - began) / 1000;
  const at = Date.parse(attempt.entered);
  const usage = computeOf(sizes, isTask ? taskSizeKey(step) : step, seconds);
  return rowOf(job, { id: stepAttemptId(job.id, attempt), at, step, seconds, usage, estimated: true });
}

function stepRow(job: JobRecord, sizes: FunctionSizes, step: Step): LedgerRow {
  const { seconds, usage: used } = TYPICAL[step];
  const at = Date.parse(timeOf(job, step));
  const usage = new Map([...used, ...computeOf(sizes, step, seconds)]);
  return rowOf(job, { id: stepId(job.id, step), at, step, seconds, usage, estimated: true });
}

/** Estimates the row of a webhook attempt: the recorded duration plus the remainder of a typical invocation. */
function deliveryRow(job: JobRecord, sizes: FunctionSizes, { id, at, seconds }: DeliveryRecord): LedgerRow {
  const rest = TYPICAL[WEBHOOK];
  const total = seconds + rest.seconds;
  const usage = new Map([...rest.usage, ...computeOf(sizes, WEBHOOK, total)]);
  const row = { id: `${stepId(job.id, WEBHOOK)}#${id}`, at: Date.parse(at), step: WEBHOOK, deliveries: [id] };
  return rowOf(job, { ...row, seconds: total, usage, estimated: true });
}

/**
 * Returns the approximate time of a step. For `finalize`, it must be the exact time of the row, because a row only replaces an estimate on
 * the same day.
 */
function timeOf({ created_at, started_at, finished_at }: JobRecord, step: Step): string {
  if (step === 'generate') return created_at;
  return (step === 'finalize' ? finished_at : null) ?? started_at ?? created_at;
}

function computeOf(sizes: FunctionSizes, step: string, seconds: number): Usage {
  const size = sizes[step];
  if (!size) throw new Error(`The size of the function ${step} is unknown`);
  const { ARCHITECTURE: architecture } = meteringSettings();
  const { vcpus, ...rest } = size;
  return vcpus === undefined ? lambdaUsage({ architecture, ...rest }, seconds) : taskUsage({ architecture, vcpus, ...rest }, seconds);
}

function rowOf(
  job: JobRecord,
  { at, usage, ...row }: Pick<LedgerRow, 'id' | 'step' | 'deliveries' | 'seconds' | 'estimated'> & { at: number; usage: Usage },
): LedgerRow {
  const { PRICES: list } = meteringSettings();
  return {
    ...row,
    ...billedPartyOf(job),
    at: new Date(at).toISOString(),
    prices: { region: list.region, version: list.version },
    charges: priceUsage(usage, list),
  };
}
