import type { JobRecord } from '../../contract/index.ts';
import type { LedgerRow } from '../row.ts';

/**
 * How many transitions executions take whose every attempt went through the first time. The state machine has no other input than
 * what the job asks for and how its film is cut, so two jobs that are alike in that, with the same attempts on the ledger, took the
 * same way. Their histories need not be read: Step Functions refills 20 such reads a second ("Step Functions service quotas", quotas
 * related to API action throttling), for all jobs of an account.
 *
 * A process learns a way from the first history of its kind. Only a complete one is kept: a job that lacks a row is of no known kind.
 */
const known = new Map<string, number>();

/** Ways that are remembered: outputs, kinds of speech and numbers of segments. */
const MOST_KNOWN = 1_000;

/** One of so many jobs of a known kind has its history read all the same. */
const CHECKED = 100;

/**
 * What kind of execution a job has had, by its rows; undefined where something was tried twice, estimated or is not known to be
 * complete: that is for the history to say.
 */
export function kindOfExecution(job: JobRecord, rows: readonly LedgerRow[]): string | undefined {
  if (job.status !== 'succeeded' || job.started_at === null) return undefined;
  const states: string[] = [];
  for (const { id, estimated } of rows) {
    const [, state, entered, ...numbers] = id.startsWith(`${job.id}#`) ? id.split('#') : [];
    if (entered === undefined) continue;
    // [item, retry] or [retry]; anything behind is the name of another invocation of the same attempt.
    const isFirst = numbers.length <= 2 && numbers.every((number) => /^\d+$/.test(number)) && numbers.at(-1) === '0';
    if (estimated || !isFirst) return undefined;
    states.push(state ?? '');
  }
  if (states.length === 0) return undefined;
  const { recording, specification, film } = job;
  const input = [recording !== undefined || specification.audio_url !== undefined, specification.output.type];
  return JSON.stringify([...input, film?.segments ?? 0, states.sort()]);
}

/** Transitions of a kind of execution; undefined where the history is to be read. */
export function usualTransitions(kind: string | undefined): number | undefined {
  if (kind === undefined || Math.random() * CHECKED < 1) return undefined;
  return known.get(kind);
}

/** Keeps what a complete history has shown of a kind. @returns false when another one showed something else */
export function learnTransitions(kind: string, transitions: number): boolean {
  const before = known.get(kind);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(kind, transitions);
  return before === undefined || before === transitions;
}
