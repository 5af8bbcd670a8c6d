import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { putInBackground } from 'local-aws/priority';

const project = join(import.meta.dirname, '..', '..');

const PROGRAM = join(project, 'bin', 'bake.ts');

export interface BakeProcess {
  /** Resolves when the process has exited, whether or not the actors were baked. */
  readonly done: Promise<void>;
  end(): void;
}

export interface BakeListener {
  /** Called after each baked actor. */
  onBaked(): void;
  /** Called with a line if baking fails. */
  report(line: string): void;
}

/**
 * Bakes actors in a separate process, which exits with this one. The process runs in its own session, because in the service's session the
 * scheduler would give it as much CPU time as the service, and more than a function, whatever its priority.
 * @param inBackground true to run only when nothing else needs the CPU
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
  const fail = (reason: string): void => report(`Could not bake the actors: ${reason}`);
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
