import type { HistoryEvent } from '@aws-sdk/client-sfn';
import type { Output } from '@talking-avatar/cli';
import * as v from 'valibot';
import { readExecutionHistory } from '#aws/executions';
import type { JobItem } from '#jobs';
import { DEFAULT_DATA } from '../local/running.ts';
import { alignColumns } from './columns.ts';
import { readJob } from './job-item.ts';
import { summarizeCause } from './jobs.ts';
import { type LogSpan, readDeployedLines, readLocalLines } from './log-lines.ts';
import { findTarget } from './target.ts';
import type { OperatorValues } from './values.ts';

interface JobEvent {
  /** ISO 8601. */
  at: string;
  /** Name of the function that logged the event, `job` for the job record, or `execution` for the state machine. */
  source: string;
  level: string;
  message: string;
  details: Readonly<Record<string, unknown>>;
}

/** A function log line. All other fields become `details`. */
const lineSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ timestamp: v.string(), service: v.string(), level: v.string(), message: v.string() }),
);

/** How long before the job was recorded, and after it ended (because of webhooks), log lines may have been written, in ms. */
const [BEFORE, AFTER] = [60_000, 2 * 86_400_000];

/** `avatar logs ID`: prints the job record, the states of its execution, and all log lines, oldest first. */
export async function logs(id: string, values: OperatorValues, output: Output): Promise<void> {
  const { jobsTable, stateMachine } = await findTarget(values);
  const job = await readJob(jobsTable, id);
  const span = spanOf(job);
  const [history = [], lines] = await Promise.all([
    readExecutionHistory(stateMachine, job),
    values.stage === undefined ? readLocalLines(values.data ?? DEFAULT_DATA, job.id, span) : readDeployedLines(values.stage, job.id, span),
  ]);
  const events = orderEvents(job, history, lines);
  if (values.json) return output.out(JSON.stringify(events));
  const rows = events.map(({ at, source, level, message, details }) => [
    at.slice(0, 23).replace('T', ' '),
    source,
    level,
    [message, ...Object.entries(details).map(([name, value]) => `${name}=${format(value)}`)].join('  '),
  ]);
  for (const line of alignColumns([['TIME (UTC)', 'FROM', 'LEVEL', 'WHAT'], ...rows])) output.out(line);
}

function spanOf({ created_at, finished_at }: JobItem): LogSpan {
  const to = finished_at ? Math.min(Date.now(), Date.parse(finished_at) + AFTER) : Date.now();
  return { from: Date.parse(created_at) - BEFORE, to };
}

/** Sorts all events of a job by time. @param lines log lines that contain its ID; lines that are not JSON from a function are ignored */
export function orderEvents(job: JobItem, history: readonly HistoryEvent[], lines: readonly string[]): JobEvent[] {
  const ofJob = (at: string | null, message: string, details = {}): JobEvent[] =>
    at === null ? [] : [{ at, source: 'job', level: 'INFO', message, details }];
  const { account, specification, error } = job;
  const events = [
    ...ofJob(job.created_at, 'submitted', { account, output: specification.output.type }),
    ...ofJob(job.finished_at, job.status, error ? { error: `${error.code} ${error.title}: ${error.message}` } : {}),
    ...history.flatMap(readHistoryEvent),
    ...lines.flatMap((line) => readLine(line, job.id)),
  ];
  return events.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Returns an event for a state that was entered, a failure, or the end of the execution. */
function readHistoryEvent(event: HistoryEvent): JobEvent[] {
  const { timestamp, type = '', stateEnteredEventDetails: entered } = event;
  const failed = /Failed|TimedOut|Aborted/.test(type);
  if (!timestamp || !(entered || failed || type === 'ExecutionSucceeded')) return [];
  const { error, cause } =
    event.taskFailedEventDetails ??
    event.taskTimedOutEventDetails ??
    event.executionFailedEventDetails ??
    event.executionTimedOutEventDetails ??
    event.executionAbortedEventDetails ??
    {};
  const details = { ...(error && { error }), ...(cause && { cause: summarizeCause(cause) }) };
  const message = entered ? `entered ${entered.name}` : type;
  return [{ at: timestamp.toISOString(), source: 'execution', level: failed ? 'ERROR' : 'INFO', message, details }];
}

/** Fields that every line has and that are not about the job. */
const COMMON_FIELDS = new Set(['sampling_rate', 'xray_trace_id', 'cold_start', 'function_request_id']);

function readLine(line: string, job: string): JobEvent[] {
  const result = v.safeParse(lineSchema, line.slice(Math.max(0, line.indexOf('{'))));
  if (!result.success) return [];
  const { timestamp: at, service: source, level, message, ...rest } = result.output;
  const details = Object.entries(rest).filter(([name, value]) => !COMMON_FIELDS.has(name) && value !== job);
  return [{ at, source, level, message, details: Object.fromEntries(details) }];
}

/** Formats a value on one line. Errors are shown as name and message. */
function format(value: unknown): string {
  const error = v.safeParse(v.object({ name: v.string(), message: v.string() }), value);
  const text = error.success ? `${error.output.name}: ${error.output.message}` : value;
  return typeof text === 'string' && !/\s/.test(text) ? text : JSON.stringify(text);
}
