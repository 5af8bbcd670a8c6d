import type { Run } from './run.ts';

/** How a task works with the service that its Resource names. */
export interface Integration<Request> {
  /** Of the names of its events in the history. */
  readonly prefix: 'LambdaFunction' | 'Task';
  /** What the details of its events share. */
  readonly common: Readonly<Record<string, string>>;
  /** What is asked of the service. */
  read(input: unknown): Request;
  /** How that is told in the history. */
  scheduled(request: Request, region: string): Readonly<Record<string, object>>;
  /** Asks, and gives the result. */
  perform(request: Request, run: Run, signal: AbortSignal, token: string): Promise<unknown>;
}
