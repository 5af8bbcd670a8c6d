import { StateError } from './failure.ts';

/** Maximum number of events in an execution's history (Step Functions quotas). */
const EVENT_LIMIT = 25_000;

export interface HistoryEvent {
  readonly type: string;
  /** Unix time, in ms. */
  readonly timestamp: number;
  readonly details?: Readonly<Record<string, object>>;
  /** ID of the preceding event; defaults to the last event written. */
  readonly previous?: number;
}

export interface History {
  events: number;
  /** @returns the event's ID */
  readonly write: (event: HistoryEvent) => number;
}

/**
 * Adds an event.
 * @param details by their field name in a response
 * @param previous the preceding event's ID. It defaults to the last event's, but an execution's branches interleave
 * @returns the event's ID
 * @throws {StateError} if the history is full
 */
export function record(history: History, type: string, details?: HistoryEvent['details'], previous?: number): number {
  history.events += 1;
  if (history.events > EVENT_LIMIT) {
    throw new StateError('States.Runtime', `The execution reached the maximum number of history events (${EVENT_LIMIT}).`);
  }
  return history.write({ type, timestamp: Date.now(), ...(details && { details }), ...(previous && { previous }) });
}

export const errorDetails = (error: unknown): { error?: string; cause?: string } =>
  error instanceof StateError ? { error: error.error, cause: error.message } : {};
