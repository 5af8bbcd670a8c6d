import type { Run } from './run.ts';

/** A Task's integration with the service in its Resource. */
export interface Integration<Request> {
  /** Prefix of its history events. */
  readonly prefix: 'LambdaFunction' | 'Task';
  /** Fields that its event details have in common. */
  readonly common: Readonly<Record<string, string>>;
  read(input: unknown): Request;
  /** Returns the details of its Scheduled event. */
  scheduled(request: Request, region: string): Readonly<Record<string, object>>;
  perform(request: Request, run: Run, signal: AbortSignal, token: string): Promise<unknown>;
}
