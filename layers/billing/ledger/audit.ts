import { MAX_RUN_AFTER_END } from '../../aws/cancellation-times.ts';
import { readExecutionHistory } from '../../aws/executions.ts';
import { log } from '../../aws/log.ts';
import { stepAttemptId } from '../../aws/usage/index.ts';
import type { JobRecord } from '../../contract/index.ts';
import { meteringSettings } from '../metering-settings.ts';
import { EXECUTION, type LedgerRow, priceUsage, type Usage } from '../row.ts';
import { subjectOf } from '../subject-of-job.ts';
import { type DeliveryRecord, findMissingDeliveries, WEBHOOK } from './deliveries.ts';
import { type ExecutionSummary, type HistoryAttempt, readHistory } from './history.ts';
import { lambdaUsage } from './lambda-usage.ts';
import { publishCost } from './metrics.ts';
import { listJobRows, writeRows } from './rows.ts';
import { type FunctionSizes, taskSizeKey } from './sizes.ts';
import { stepId } from './step-id.ts';
import { taskUsage } from './task-usage.ts';
import { TYPICAL, type TypicalStep } from './typical.ts';
import { kindOfExecution, learnTransitions, usualTransitions } from './usual-executions.ts';

/** The rows of an audit are its own: another audit of the same job writes the same ones. */
const WRITER = 'audit';

/** Milliseconds that the rows of an audit may take to read and write. */
const PATIENCE = 5_000;

/** The step that may run as a task. Its states have two names, since a state machine has each name once. */
const RENDER = 'render';

export interface AuditResources {
  stateMachineArn: string;
  sizes: FunctionSizes;
}

/** What an audit has found. */
export interface Audit {
  /** Whether every invocation is on the ledger that must have been. */
  complete: boolean;
  /** Rows that it has estimated. */
  estimated: number;
}

/**
 * Holds the ledger of a job that has ended against the history of its execution: writes the state transitions, which no
 * function sees, and estimates the invocations that left no row, since they were killed or the ledger was away.
 *
 *   finalize:  attempts of the state machine; the sweeper looks again where others are missing. The history of a job that took a
 *            way which is known is not read
 *   sweep:   also those that take a job in, start it and finalize it, which are long over by then, and its webhooks so far
 *
 * It may run again, also much later: the transitions are put down once, with what was known of the job then, estimates keep
 * their ids, and an invocation that writes its own row late takes the estimate's place.
 *
 * @param thorough whether what is missing beside the attempts is estimated too
 * @throws when ledger or history cannot be read or written
 */
export async function auditJob(
  { stateMachineArn, sizes }: AuditResources,
  job: JobRecord,
  { thorough }: { thorough: boolean },
): Promise<Audit> {
  const { LEDGER_TABLE: table, STAGE } = meteringSettings();
  const signal = AbortSignal.timeout(PATIENCE);
  const rows = await listJobRows(table, job.id, signal);
  const execution = (thorough ? undefined : findUsual(job, rows)) ?? (await readExecution(stateMachineArn, job, rows));
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

/** What the history of a job would say that took a way which other jobs have taken before. */
function findUsual(job: JobRecord, rows: readonly LedgerRow[]): ExecutionSummary | undefined {
  const transitions = usualTransitions(kindOfExecution(job, rows));
  if (transitions === undefined || job.started_at === null) return undefined;
  return { began: Date.parse(job.started_at), transitions, attempts: [] };
}

/** What the history says; undefined when there was no execution. */
async function readExecution(
  stateMachineArn: string,
  job: JobRecord,
  rows: readonly LedgerRow[],
): Promise<ExecutionSummary | undefined> {
  const events = await readExecutionHistory(stateMachineArn, job.id);
  if (!events) return undefined;
  const execution = readHistory(events);
  const kind = kindOfExecution(job, rows);
  const isComplete = findMissingAttempts(job, execution, rows).length === 0;
  if (kind !== undefined && isComplete && !learnTransitions(kind, execution.transitions))
    log.warn('Executions of one kind took different numbers of transitions', { job: job.id, kind });
  return execution;
}

/** An attempt has a row under its own name, and perhaps more where it ran twice. */
function findMissingAttempts(
  job: JobRecord,
  { attempts }: ExecutionSummary,
  rows: readonly LedgerRow[],
): HistoryAttempt[] {
  const written = new Set(rows.map(({ id }) => id));
  return attempts.filter(({ attempt }) => !written.has(stepAttemptId(job.id, attempt)));
}

/** Steps that every job goes through which was executed. */
type Step = Exclude<TypicalStep, typeof WEBHOOK>;

function findMissingSteps(executed: boolean, thorough: boolean, rows: readonly LedgerRow[]): Step[] {
  const seen = new Set(rows.map(({ step }) => step));
  const expected: Step[] = ['generate'];
  if (executed) expected.push('dispatch');
  // While a job is being settled, that has no row yet.
  if (executed && thorough) expected.push('finalize');
  return expected.filter((step) => !seen.has(step));
}

function transitionsRow(job: JobRecord, { began, transitions }: ExecutionSummary): LedgerRow {
  const usage: Usage = new Map([['states.transitions', transitions]]);
  return rowOf(job, { id: stepId(job.id, EXECUTION), at: began, step: EXECUTION, seconds: 0, usage, estimated: false });
}

/** An attempt that left no row: from its beginning to its end, or until it must have noticed that nobody waits for it. */
function attemptRow(
  job: JobRecord,
  sizes: FunctionSizes,
  { attempt, isTask, began, ended }: HistoryAttempt,
): LedgerRow {
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

/** A webhook attempt that left no row: as long as the record says, and what is around it. */
function deliveryRow(job: JobRecord, sizes: FunctionSizes, { id, at, seconds }: DeliveryRecord): LedgerRow {
  const around = TYPICAL[WEBHOOK];
  const whole = seconds + around.seconds;
  const usage = new Map([...around.usage, ...computeOf(sizes, WEBHOOK, whole)]);
  const row = { id: `${stepId(job.id, WEBHOOK)}#${id}`, at: Date.parse(at), step: WEBHOOK, deliveries: [id] };
  return rowOf(job, { ...row, seconds: whole, usage, estimated: true });
}

/** When a step ran, about. Settling has exactly the time of its own row: only on the same day does that take the estimate's place. */
function timeOf({ created_at, started_at, finished_at }: JobRecord, step: Step): string {
  if (step === 'generate') return created_at;
  return (step === 'finalize' ? finished_at : null) ?? started_at ?? created_at;
}

function computeOf(sizes: FunctionSizes, step: string, seconds: number): Usage {
  const size = sizes[step];
  if (!size) throw new Error(`The audit does not know how large the function ${step} is`);
  const { ARCHITECTURE: architecture } = meteringSettings();
  const { vcpus, ...rest } = size;
  return vcpus === undefined
    ? lambdaUsage({ architecture, ...rest }, seconds)
    : taskUsage({ architecture, vcpus, ...rest }, seconds);
}

function rowOf(
  job: JobRecord,
  {
    at,
    usage,
    ...row
  }: Pick<LedgerRow, 'id' | 'step' | 'deliveries' | 'seconds' | 'estimated'> & { at: number; usage: Usage },
): LedgerRow {
  const { PRICES: list } = meteringSettings();
  return {
    ...row,
    ...subjectOf(job),
    at: new Date(at).toISOString(),
    prices: { region: list.region, version: list.version },
    charges: priceUsage(usage, list),
  };
}
