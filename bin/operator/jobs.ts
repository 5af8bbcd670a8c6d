import type { HistoryEvent } from '@aws-sdk/client-sfn';
import * as v from 'valibot';
import { findExecutionOutcome, readExecutionHistory } from '../../layers/aws/executions.ts';
import { toJobStatusView } from '../../layers/contract/index.ts';
import type { JobItem } from '../../layers/jobs/index.ts';
import { CommandError } from '../command-error.ts';
import type { Output } from '../output.ts';
import { readArguments, refuseWords } from './arguments.ts';
import { readJob } from './job-item.ts';
import { findTarget } from './target.ts';

/** What the operator sees of a job. */
interface JobReport {
  job: string;
  account: string;
  status: string;
  progress: number;
  output: string;
  language: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** The state of the machine that failed, else the last one that was entered; null where there is no history. */
  step: string | null;
  /** Name of the error that ended the execution. */
  error: string | null;
  cause: string | null;
  /** The error in `GET /status`. */
  client_error: string | null;
  webhooks: string;
  costs: string;
}

/** `avatar jobs show ID`: how far a job is, where it failed and why. */
export async function jobs(args: readonly string[], output: Output): Promise<void> {
  const { values, positionals } = readArguments(args, {});
  const [verb, id] = positionals;
  if (verb !== 'show') throw new CommandError('Say what to do with jobs: show. Try: avatar --help');
  refuseWords(positionals, 2);
  const { jobsTable, stateMachine } = await findTarget(values);
  const report = await describeJob(await readJob(jobsTable, id, 'avatar jobs show ID'), stateMachine);
  if (values.json) return output.out(JSON.stringify(report));
  for (const [name, value] of Object.entries(report))
    if (value !== null && value !== '') output.out(`${name.padEnd(13)} ${value}`);
}

async function describeJob(job: JobItem, stateMachine: string): Promise<JobReport> {
  const [outcome, events = []] = await Promise.all([
    findExecutionOutcome(stateMachine, job.id),
    readExecutionHistory(stateMachine, job.id),
  ]);
  const ended = typeof outcome === 'object' ? outcome : undefined;
  const views = toJobStatusView(job).webhooks;
  return {
    job: job.id,
    account: job.account,
    status: job.status,
    progress: job.progress,
    output: job.specification.output.type,
    language: job.specification.language,
    created_at: job.created_at,
    started_at: job.started_at,
    finished_at: job.finished_at,
    step: findStep(events, ended?.status === 'FAILED') ?? null,
    error: ended?.error ?? null,
    cause: summarizeCause(ended?.cause) ?? null,
    client_error: job.error ? `${job.error.code} ${job.error.title}: ${job.error.message}` : null,
    webhooks: views.map(({ event, state, attempts }) => `${event} ${state} (attempts: ${attempts})`).join(', '),
    costs: `avatar costs --job ${job.id}`,
  };
}

const TASK_FAILED = /^Task(Failed|TimedOut)$/;

/** The state that an execution is in, or failed in. */
function findStep(events: readonly HistoryEvent[], failed: boolean): string | undefined {
  const byId = new Map(events.map((event) => [event.id, event]));
  const failure = failed ? events.findLast(({ type = '' }) => TASK_FAILED.test(type)) : undefined;
  let event = failure ?? events.findLast(({ stateEnteredEventDetails }) => stateEnteredEventDetails);
  while (event && !event.stateEnteredEventDetails) event = byId.get(event.previousEventId ?? 0);
  return event?.stateEnteredEventDetails?.name;
}

/** What Lambda makes of an error that a function throws. */
const lambdaErrorSchema = v.pipe(v.string(), v.parseJson(), v.object({ errorMessage: v.string() }));

/** The message in a Lambda error; any other cause as it is. */
function summarizeCause(cause: string | undefined): string | undefined {
  const result = v.safeParse(lambdaErrorSchema, cause);
  return result.success ? result.output.errorMessage : cause;
}
