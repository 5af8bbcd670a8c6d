import type { JobRecord } from '@talking-avatar/contract';
import type { LedgerRow } from '../row.ts';

/**
 * Number of transitions in each kind of execution without retries. Two jobs with the same state machine input and the same attempts on the
 * ledger went through the same states, so only the first history of each kind is read. Step Functions limits an account to 20 reads per
 * second (developer guide, "Quotas related to API action throttling").
 */
const transitionsByKind = new Map<string, number>();

/** Maximum number of kinds that a process caches. */
const MAX_KINDS = 1_000;

/** One in this many histories is read even if its kind is known. */
const CHECK_INTERVAL = 100;

/**
 * Returns the kind of a job's execution; undefined if the history is needed because the job was restarted, an attempt was retried or
 * estimated, or rows may be missing.
 */
export function kindOfExecution(job: JobRecord, rows: readonly LedgerRow[]): string | undefined {
  if (job.status !== 'succeeded' || job.started_at === null || job.restarted_at !== undefined) return undefined;
  const states: string[] = [];
  for (const { id, estimated } of rows) {
    const [, state, entered, ...numbers] = id.startsWith(`${job.id}#`) ? id.split('#') : [];
    if (entered === undefined) continue;
    // [item, retry] or [retry]; a third part is the writer of a second invocation for the same attempt.
    const isFirst = numbers.length <= 2 && numbers.every((number) => /^\d+$/.test(number)) && numbers.at(-1) === '0';
    if (estimated || !isFirst) return undefined;
    states.push(state ?? '');
  }
  if (states.length === 0) return undefined;
  const { recording, specification, video } = job;
  const input = [recording !== undefined || specification.audio_url !== undefined, specification.output.type];
  return JSON.stringify([...input, video?.segments ?? 0, states.sort()]);
}

/** Returns the number of transitions of a kind; undefined if the history must be read. */
export function usualTransitions(kind: string | undefined): number | undefined {
  if (kind === undefined || Math.random() * CHECK_INTERVAL < 1) return undefined;
  return transitionsByKind.get(kind);
}

/** Caches the number of transitions of a kind. @returns false if an earlier history had a different number */
export function learnTransitions(kind: string, transitions: number): boolean {
  const before = transitionsByKind.get(kind);
  if (transitionsByKind.size >= MAX_KINDS) transitionsByKind.clear();
  transitionsByKind.set(kind, transitions);
  return before === undefined || before === transitions;
}
