import { StateError } from './failure.ts';

/** Most events in the history of an execution (Step Functions quotas). */
const EVENT_LIMIT = 25_000;

/** A history event as Step Functions names it, with the details of its type. */
export interface HistoryEvent {
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly details?: Readonly<Record<string, object>>;
  /** Id of the event that led to this one, where that is not the one before. */
  readonly previous?: number;
}

/** The history of one execution, as it grows. */
export interface History {
  /** Events so far. */
  events: number;
  /** Adds an event and gives its id. */
  readonly write: (event: HistoryEvent) => number;
}

/**
 * Adds an event.
 * @param details of the event, under the name that the type's details have in an answer
 * @param previous id of the event that led to it; without it, the one before: branches of one execution write side by side
 * @returns the event's id
 * @throws {StateError} when the history is full
 */
export function record(history: History, type: string, details?: HistoryEvent['details'], previous?: number): number {
  history.events += 1;
  if (history.events > EVENT_LIMIT) {
    throw new StateError('States.Runtime', `The execution reached the maximum number of history events (${EVENT_LIMIT}).`);
  }
  return history.write({ type, timestamp: Date.now(), ...(details && { details }), ...(previous && { previous }) });
}

/** The members of an event's details that describe an error. */
export const errorDetails = (error: unknown): { error?: string; cause?: string } =>
  error instanceof StateError ? { error: error.error, cause: error.message } : {};
