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
 * Starts the local service, and bakes the actors that are missing or out of date while it runs, in a process of its own: a job waits for
 * the actor that it needs. The first ones are baked while the service starts; the others when both are done, at a
 * lower priority. What is not baked when the service stops is baked the next time.
 *
 * @throws Error as {@link serve}
 */
export async function serveWhileBaking(options: ServeOptions, { first, report }: BakingOptions): Promise<Served> {
  const waiting = markUnbaked({ project, out });
  if (waiting.length === 0) return serve(options);
  report(`${waiting.length} actors are baked while the service runs; a video of one waits for it`);
  let served: Served | undefined;
  const onBaked = (): void => served?.addFiles();
  const sooner = bake(intersect(first, waiting), constants.priority.PRIORITY_NORMAL, onBaked, report);
  let later: Bake | undefined;
  let stopped = false;
  const end = (): void => {
    stopped = true;
    sooner.end();
    later?.end();
    unmarkUnbaked(out, waiting);
  };
  try {
    served = await serve(options);
    // Those that were baked while it started.
    served.addFiles();
  } catch (error) {
    end();
    throw error;
  }
  void sooner.done.then(() => {
    const others = waiting.filter((id) => !first.includes(id));
    if (!stopped) later = bake(others, constants.priority.PRIORITY_BELOW_NORMAL, onBaked, report);
  });
  const { stop, ...rest } = served;
  return {
    ...rest,
    stop: async () => {
      end();
      await stop();
    },
  };
}

const intersect = (some: readonly string[], others: readonly string[]): string[] =>
  some.filter((id) => others.includes(id));

interface Bake {
  /** Resolves when the actors are baked, or cannot be. */
  done: Promise<void>;
  end: () => void;
}

/** Bakes actors in a process of their own. */
function bake(ids: readonly string[], priority: number, onBaked: () => void, report: (line: string) => void): Bake {
  if (ids.length === 0) return { done: Promise.resolve(), end: () => {} };
  const child = spawn(process.execPath, [join(project, 'bin', 'bake.ts'), ...ids], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [errors, ended] = ['', false];
  child.once('spawn', () => {
    try {
      setPriority(child.pid!, priority);
    } catch {
      // It has ended already.
    }
  });
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
      unmarkUnbaked(out, ids);
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
