import type { Run } from './run.ts';

/** How an attempt waits for its token. */
export interface Wait {
  readonly token: string;
  /** Maximum time between heartbeats, in seconds. */
  readonly heartbeat: number | undefined;
}

/** A Task's integration with the service in its Resource. */
export interface Integration<Request> {
  /** Prefix of its history events. */
  readonly prefix: 'LambdaFunction' | 'Task';
  /** Name used in errors. */
  readonly name: string;
  /** Fields that all of its event details contain. */
  readonly common: Readonly<Record<string, string>>;
  read(input: unknown): Request;
  /** Returns the details of its Scheduled event. */
  scheduled(request: Request, region: string): Readonly<Record<string, object>>;
  perform(request: Request, run: Run, signal: AbortSignal, wait: Wait): Promise<unknown>;
}
