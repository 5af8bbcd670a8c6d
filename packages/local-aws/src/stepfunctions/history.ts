import { StateError } from './failure.ts';

/** Maximum number of events in an execution's history (Step Functions quotas). */
const EVENT_LIMIT = 25_000;

export interface HistoryEvent {
  readonly type: string;
  /** Unix time in ms. */
  readonly timestamp: number;
  readonly details?: Readonly<Record<string, object>>;
  /** ID of the preceding event. */
  readonly previous: number;
}

/** A branch's position in the execution history. */
export interface History {
  /** ID of the branch's last event. */
  last: number;
  /** Type of the branch's current state. */
  state?: string;
  /** @returns the event's ID */
  readonly write: (event: HistoryEvent) => number;
}

/**
 * Adds an event.
 * @param details by their field name in a response
 * @returns the event's ID
 * @throws {StateError} if the history is full
 */
export function record(history: History, type: string, details?: HistoryEvent['details']): number {
  history.last = note(history, type, details);
  return history.last;
}

/**
 * Adds an event that no other event names as its predecessor. AWS lists the end of an iteration or a map, and then continues from the event
 * before it.
 */
export function note(history: History, type: string, details?: HistoryEvent['details']): number {
  const id = history.write({ type, timestamp: Date.now(), previous: history.last, ...(details && { details }) });
  if (id <= EVENT_LIMIT) return id;
  throw new StateError('States.Runtime', `The execution reached the maximum number of history events (${EVENT_LIMIT}).`);
}

/** Creates a branch of a run that continues the history independently. */
export const fork = <Run extends { history: History }>(run: Run): Run => ({ ...run, history: { ...run.history } });

export const errorDetails = (error: unknown): { error?: string; cause?: string } =>
  error instanceof StateError ? { ...(error.error && { error: error.error }), ...(error.message && { cause: error.message }) } : {};
