import type { CatchShape, RetryShape } from './definition.ts';
import { StateError } from './failure.ts';
import { compileTarget } from './path.ts';
import { type Run, sleep } from './run.ts';

function matches(patterns: readonly string[], error: string): boolean {
  return patterns.some((pattern) => {
    // States.Runtime is never caught, not even by name (observed on AWS on 23 November 2023).
    if (error === 'States.Runtime') return false;
    if (pattern === error) return true;
    // Contrary to the documentation, this includes States.DataLimitExceeded (observed on AWS on 21 March 2024).
    return pattern === 'States.ALL' || (pattern === 'States.TaskFailed' && error !== 'States.Timeout');
  });
}

/**
 * Returns the delay before a retry, in seconds. It grows exponentially up to a limit. With FULL jitter, it is a random value up to that
 * delay.
 */
export function delayOf(retry: RetryShape, attempt: number, random = Math.random): number {
  const delay = retry.IntervalSeconds * retry.BackoffRate ** attempt;
  const capped = Math.min(delay, retry.MaxDelaySeconds ?? Number.POSITIVE_INFINITY);
  return retry.JitterStrategy === 'FULL' ? capped * random() : capped;
}

/** Runs work until it succeeds or all retries fail. `attempt` counts retries from 0. */
export async function withRetry<T>(retries: readonly RetryShape[], run: Run, work: (attempt: number) => Promise<T>): Promise<T> {
  const used = new Map<RetryShape, number>();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!(error instanceof StateError) || run.signal.aborted) throw error;
      const retry = retries.find(({ ErrorEquals }) => matches(ErrorEquals, error.error));
      const before = (retry && used.get(retry)) ?? 0;
      if (!retry || before >= retry.MaxAttempts) throw error;
      used.set(retry, before + 1);
      await sleep((delayOf(retry, before) * 1000) / run.timeScale, run.signal);
    }
  }
}

export interface Caught {
  readonly output: unknown;
  readonly next: string;
}

export type Catcher = (error: StateError, input: unknown) => Caught | undefined;

export function compileCatch(catchers: readonly CatchShape[], where: string): Catcher {
  const compiled = catchers.map(({ ErrorEquals, Next, ResultPath = '$' }, index) => ({
    patterns: ErrorEquals,
    next: Next,
    put: ResultPath === null ? (input: unknown) => input : compileTarget(ResultPath, `${where}.Catch[${index}].ResultPath`),
  }));
  return (error, input) => {
    const found = compiled.find(({ patterns }) => matches(patterns, error.error));
    return found && { next: found.next, output: found.put(input, error.report) };
  };
}
