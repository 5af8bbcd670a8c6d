import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { markUnbaked, unmarkUnbaked } from '../../lib/bake/index.ts';
import { type Served, type ServeOptions, serve } from './serve.ts';

const project = join(import.meta.dirname, '..', '..');
const out = join(project, 'out', 'actors');

export interface BakingOptions {
  /** Ids of the actors that are baked before the others. */
  first: readonly string[];
  /** Called with a line when actors are to be baked, and with one when they cannot be. */
  report: (line: string) => void;
}

/**
 * Starts the local service, and bakes the actors that are missing or out of date while it runs, in a process of low priority: a job
 * waits for the actor that it needs. What is not baked when the service stops is baked the next time.
 *
 * @throws Error as {@link serve}
 */
export async function serveWhileBaking(options: ServeOptions, { first, report }: BakingOptions): Promise<Served> {
  const waiting = markUnbaked({ project, out });
  if (waiting.length === 0) return serve(options);
  report(`${waiting.length} actors are baked while the service runs; a video of one waits for it`);
  const inOrder = [...first.filter((id) => waiting.includes(id)), ...waiting.filter((id) => !first.includes(id))];
  let served: Served | undefined;
  const end = bake(inOrder, () => served?.addFiles(), report);
  try {
    served = await serve(options);
    // Those that were baked while it started.
    served.addFiles();
  } catch (error) {
    end();
    throw error;
  }
  const { stop, ...rest } = served;
  return {
    ...rest,
    stop: async () => {
      end();
      await stop();
    },
  };
}

/** Bakes actors in a process of their own. @returns ends it */
function bake(ids: readonly string[], onBaked: () => void, report: (line: string) => void): () => void {
  const child = spawn(process.execPath, [join(project, 'bin', 'bake.ts'), ...ids], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [errors, ended] = ['', false];
  child.once('spawn', () => {
    try {
      setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // It has ended already.
    }
  });
  child.stdout.on('data', onBaked);
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const fail = (reason: string): void => report(`The actors cannot be baked: ${reason}`);
  child.once('error', ({ message }) => fail(message));
  child.once('close', (code) => {
    unmarkUnbaked(out, ids);
    if (code !== 0 && !ended) fail(errors);
  });
  return () => {
    ended = true;
    child.kill();
    unmarkUnbaked(out, ids);
  };
}
