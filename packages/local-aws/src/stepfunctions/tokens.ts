import { randomUUID } from 'node:crypto';
import { ServiceError } from '../gateway/index.ts';
import { StateError } from './failure.ts';

interface Waiting {
  succeed(output: unknown): void;
  fail(error: StateError): void;
  beat(): void;
}

/** Makes the token of an attempt; which machine it is of can be read from it. */
export const createToken = (machineArn: string): string =>
  Buffer.from(JSON.stringify({ machineArn, id: randomUUID() })).toString('base64url');

/** The machine that a token is of. @throws {ServiceError} InvalidToken */
export function machineOf(token: string): string {
  try {
    const { machineArn } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { machineArn?: unknown };
    if (typeof machineArn === 'string') return machineArn;
  } catch {}
  throw new ServiceError('InvalidToken', `Invalid Token: '${token.slice(0, 100)}'`);
}

/** The attempts that wait for SendTaskSuccess or SendTaskFailure, by their tokens. */
export class TaskTokens {
  readonly #waiting = new Map<string, Waiting>();

  /**
   * Waits for SendTaskSuccess or SendTaskFailure with a token.
   * @param heartbeatSeconds seconds without a heartbeat after which the attempt fails; undefined: none is expected
   * @throws {StateError} the failure that was sent, or States.HeartbeatTimeout; the signal's reason when that aborts
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
        const late = new StateError('States.HeartbeatTimeout', `There was no heartbeat for ${heartbeatSeconds} seconds`);
        timer = setTimeout(() => fail(late), heartbeatSeconds * 1000);
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
    throw new ServiceError('TaskTimedOut', 'Task Timed Out: the attempt is over, or its execution is');
  }

  succeed(token: string, output: unknown): void {
    this.#find(token).succeed(output);
  }

  fail(token: string, error: string, cause: string): void {
    this.#find(token).fail(new StateError(error, cause));
  }

  beat(token: string): void {
    this.#find(token).beat();
  }
}
