import type { Run } from './run.ts';

/** The integration of a Task with the service that its Resource names. */
export interface Integration<Request> {
  /** Prefix of the names of its history events. */
  readonly prefix: 'LambdaFunction' | 'Task';
  /** Fields common to its event details. */
  readonly common: Readonly<Record<string, string>>;
  /** Reads the request from the task's input. */
  read(input: unknown): Request;
  /** The details of its Scheduled event in the history. */
  scheduled(request: Request, region: string): Readonly<Record<string, object>>;
  /** Calls the service and returns the result. */
  perform(request: Request, run: Run, signal: AbortSignal, token: string): Promise<unknown>;
}
