import { randomUUID } from 'node:crypto';
import { ServiceError } from '../gateway/index.ts';
import { StateError } from './failure.ts';

interface Waiting {
  succeed(output: unknown): void;
  fail(error: StateError): void;
  beat(): void;
}

/** Creates an attempt's token, which contains its machine's ARN. */
export const createToken = (machineArn: string): string =>
  Buffer.from(JSON.stringify({ machineArn, id: randomUUID() })).toString('base64url');

/** Returns the ARN of a token's machine. @throws {ServiceError} InvalidToken */
export function machineOf(token: string): string {
  try {
    const { machineArn } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { machineArn?: unknown };
    if (typeof machineArn === 'string') return machineArn;
  } catch {}
  throw new ServiceError('InvalidToken', `Invalid Token: '${token.slice(0, 100)}'`);
}

/** Attempts that are waiting for SendTaskSuccess or SendTaskFailure, by token. */
export class TaskTokens {
  readonly #waiting = new Map<string, Waiting>();

  /**
   * Waits for SendTaskSuccess or SendTaskFailure.
   * @param heartbeatSeconds maximum time between heartbeats; undefined if none are expected
   * @throws {StateError} the reported failure or States.Timeout, or the signal's reason if it aborts
   */
  wait(token: string, heartbeatSeconds: number | undefined, signal: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const end = (settle: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#waiting.delete(token);
        settle();
      };
      const onAbort = () => end(() => reject(signal.reason));
      const fail = (error: StateError) => end(() => reject(error));
      const beat = () => {
        clearTimeout(timer);
        if (heartbeatSeconds === undefined) return;
        timer = setTimeout(() => fail(new StateError('States.Timeout')), heartbeatSeconds * 1000);
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.set(token, { succeed: (output) => end(() => resolve(output)), fail, beat });
      beat();
    });
  }

  #find(token: string): Waiting {
    const waiting = this.#waiting.get(token);
    if (waiting) return waiting;
    throw new ServiceError('TaskTimedOut', 'Task Timed Out: the attempt or its execution has ended');
  }

  succeed(token: string, output: unknown): void {
    this.#find(token).succeed(output);
  }

  fail(token: string, error: string | null, cause: string | null): void {
    this.#find(token).fail(new StateError(error, cause));
  }

  beat(token: string): void {
    this.#find(token).beat();
  }
}
