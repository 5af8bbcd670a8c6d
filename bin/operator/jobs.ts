import type { HistoryEvent } from '@aws-sdk/client-sfn';
import { CommandError, type Output } from '@talking-avatar/cli';
import { JOB_STATUSES, LIMITS, toJobStatusView } from '@talking-avatar/contract';
import * as v from 'valibot';
import { findExecutionOutcome, readExecutionHistory } from '#aws/executions';
import { type JobItem, listJobs } from '#jobs';
import { alignColumns } from './columns.ts';
import { formatTime, readJob } from './job-item.ts';
import { findTarget } from './target.ts';
import { checkAccount } from './tokens.ts';
import type { OperatorValues } from './values.ts';

interface JobReport {
  job: string;
  account: string;
  status: string;
  progress: number;
  output: string;
  /** Null for an avatar import. */
  language: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  deleted_at: string | null;
  /** The state that failed, or else the last state entered; null if there is no history. */
  step: string | null;
  /** Name of the error that ended the execution. */
  error: string | null;
  cause: string | null;
  /** The error that `GET /status` returns. */
  client_error: string | null;
  webhooks: string;
  costs: string;
}

/** `avatar jobs show ID`: shows a job's progress and, if it failed, where and why. @throws CommandError */
export async function show(id: string, values: OperatorValues, output: Output): Promise<void> {
  const { jobsTable, stateMachine } = await findTarget(values);
  const report = await describeJob(await readJob(jobsTable, id), stateMachine);
  if (values.json) return output.out(JSON.stringify(report));
  for (const [name, value] of Object.entries(report)) if (value !== null && value !== '') output.out(`${name.padEnd(13)} ${value}`);
}

/** `avatar jobs list --account NAME`: lists an account's newest jobs. @throws CommandError */
export async function list(values: OperatorValues & { status?: string; limit: string }, output: Output): Promise<void> {
  const { account, status, limit, json } = values;
  const owner = checkAccount(account);
  const wanted = JOB_STATUSES.find((known) => known === status);
  if (status !== undefined && !wanted)
    throw new CommandError(`--status must be one of ${JOB_STATUSES.join(', ')}, got ${JSON.stringify(status)}`);
  const count = Number(limit);
  if (!Number.isInteger(count) || count < 1 || count > LIMITS.pageJobs)
    throw new CommandError(`--limit must be a whole number from 1 to ${LIMITS.pageJobs}, got ${limit}`);
  const { jobsTable } = await findTarget(values);
  const found: JobItem[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await listJobs(jobsTable, owner, { limit: count - found.length, status: wanted, from });
    found.push(...page.jobs);
    from = page.next;
  } while (from && found.length < count);
  if (json) return output.out(JSON.stringify(found.map(toJobStatusView)));
  const rows = found.map(({ id, created_at, specification, status: state, progress, error }) => [
    id,
    formatTime(created_at),
    specification.output.type,
    specification.language ?? '',
    state,
    `${Math.round(progress * 100)} %`,
    error ? `${error.title}: ${error.message}` : '',
  ]);
  const header = ['JOB', 'SUBMITTED', 'OUTPUT', 'LANGUAGE', 'STATUS', 'PROGRESS', 'ERROR'];
  for (const line of alignColumns([header, ...rows])) output.out(line);
}

async function describeJob(job: JobItem, stateMachine: string): Promise<JobReport> {
  const [outcome, events = []] = await Promise.all([findExecutionOutcome(stateMachine, job), readExecutionHistory(stateMachine, job)]);
  const ended = typeof outcome === 'object' ? outcome : undefined;
  const views = toJobStatusView(job).webhooks;
  return {
    job: job.id,
    account: job.account,
    status: job.status,
    progress: job.progress,
    output: job.specification.output.type,
    language: job.specification.language ?? null,
    created_at: job.created_at,
    started_at: job.started_at,
    finished_at: job.finished_at,
    deleted_at: job.deleted_at ?? null,
    step: findStep(events, ended?.status === 'FAILED') ?? null,
    error: ended?.error ?? null,
    cause: summarizeCause(ended?.cause) ?? null,
    client_error: job.error ? `${job.error.code} ${job.error.title}: ${job.error.message}` : null,
    webhooks: views.map(({ event, state, attempts }) => `${event} ${state} (attempts: ${attempts})`).join(', '),
    costs: `avatar costs --job ${job.id}`,
  };
}

const TASK_FAILED = /^Task(Failed|TimedOut)$/;

/** Returns the state that the execution is in or failed in. */
function findStep(events: readonly HistoryEvent[], failed: boolean): string | undefined {
  const byId = new Map(events.map((event) => [event.id, event]));
  const failure = failed ? events.findLast(({ type = '' }) => TASK_FAILED.test(type)) : undefined;
  let event = failure ?? events.findLast(({ stateEnteredEventDetails }) => stateEnteredEventDetails);
  while (event && !event.stateEnteredEventDetails) event = byId.get(event.previousEventId ?? 0);
  return event?.stateEnteredEventDetails?.name;
}

/** A function error as Lambda reports it. */
const lambdaErrorSchema = v.pipe(v.string(), v.parseJson(), v.object({ errorMessage: v.string() }));

/** Returns the message of a Lambda error, or any other cause unchanged. */
export function summarizeCause(cause: string | undefined): string | undefined {
  const result = v.safeParse(lambdaErrorSchema, cause);
  return result.success ? result.output.errorMessage : cause;
}
