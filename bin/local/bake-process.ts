import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { putInBackground } from 'local-aws/priority';

const project = join(import.meta.dirname, '..', '..');

/** Folder of the baked actors. */
export const BAKED = join(project, 'out', 'actors');

const PROGRAM = join(project, 'bin', 'bake.ts');

/** A process that bakes actors. */
export interface BakeProcess {
  /** Resolves when the actors are baked, or cannot be. */
  readonly done: Promise<void>;
  end(): void;
}

export interface BakeListener {
  /** Called after each actor. */
  onBaked(): void;
  /** Called with a line when the actors cannot be baked. */
  report(line: string): void;
}

/**
 * Bakes actors in a process of their own, which ends with this one. It leads a session: in that of the service it would get as much of
 * the processor as the service and more than a function, whatever its own priority is.
 *
 * @param inBackground everything else gets the processor first
 * @param program bakes the actors that its arguments name; `bin/bake.ts` when absent
 */
export function bake(
  ids: readonly string[],
  { inBackground, program = PROGRAM }: { inBackground: boolean; program?: string },
  { onBaked, report }: BakeListener,
): BakeProcess {
  if (ids.length === 0) return { done: Promise.resolve(), end: () => {} };
  const child = spawn(process.execPath, ['--import', import.meta.resolve('local-aws/exit-with-parent'), program, ...ids], {
    cwd: project,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [errors, ended] = ['', false];
  if (inBackground && child.pid !== undefined) putInBackground(child.pid, constants.priority.PRIORITY_LOW);
  child.stdout.on('data', onBaked);
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const fail = (reason: string): void => report(`The actors cannot be baked: ${reason}`);
  const done = new Promise<void>((resolve) => {
    child.once('error', ({ message }) => {
      fail(message);
      resolve();
    });
    child.once('close', (code) => {
      if (code !== 0 && !ended) fail(errors);
      resolve();
    });
  });
  return {
    done,
    end: () => {
      ended = true;
      child.kill();
    },
  };
}
