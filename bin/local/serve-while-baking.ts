import { join } from 'node:path';
import type { LogLine } from 'local-aws';
import * as v from 'valibot';
import { AWAITED } from '../../layers/avatar/baked.ts';
import { markUnbaked, unmarkUnbaked } from '../../lib/bake/index.ts';
import { BAKED, type BakeProcess, bake } from './bake-process.ts';
import { type Served, type ServeOptions, serve } from './serve.ts';

const project = join(import.meta.dirname, '..', '..');

export interface BakingOptions {
  /** Ids of the actors that are baked before the others. */
  first: readonly string[];
  /** Called with a line when actors are to be baked, and with one when they cannot be. */
  report: (line: string) => void;
}

/**
 * Starts the local service, and bakes the actors that are missing or out of date while it runs, in processes of their own: a job waits for
 * the actor that it needs, which is baked at once. The first ones are baked while the service starts; the others when both are done and
 * nothing else needs the processor. What is not baked when the service stops is baked the next time.
 *
 * @throws Error as {@link serve}
 */
export async function serveWhileBaking(options: ServeOptions, { first, report }: BakingOptions): Promise<Served> {
  const waiting = markUnbaked({ project, out: BAKED });
  if (waiting.length === 0) return serve(options);
  report(`${waiting.length} actors are baked while the service runs; a video of one waits for it`);
  let served: Served | undefined;
  let stopped = false;
  const started: BakeProcess[] = [];
  const start = (ids: readonly string[], inBackground: boolean): BakeProcess => {
    const process = bake(ids, { inBackground }, { onBaked: () => served?.addFiles(), report });
    started.push(process);
    return process;
  };
  const end = (): void => {
    stopped = true;
    for (const process of started) process.end();
    unmarkUnbaked(BAKED, waiting);
  };
  const sooner = waiting.filter((id) => first.includes(id));
  const later = new Set(waiting.filter((id) => !first.includes(id)));
  const baking = start(sooner, false);
  const onLog = (line: LogLine): void => {
    options.onLog?.(line);
    const id = readAwaited(line);
    // The process in the background leaves out what another one has baked meanwhile.
    if (id !== undefined && later.delete(id) && !stopped) start([id], false);
  };
  try {
    served = await serve({ ...options, onLog });
    // Those that were baked while it started.
    served.addFiles();
  } catch (error) {
    end();
    throw error;
  }
  void baking.done.then(() => {
    if (!stopped) start([...later], true);
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

const awaitedSchema = v.pipe(v.string(), v.parseJson(), v.object({ message: v.literal(AWAITED), actor: v.string() }));

/** The actor that a function waits for, if this line of its log says so. */
function readAwaited({ line }: LogLine): string | undefined {
  if (!line.includes(AWAITED)) return undefined;
  const result = v.safeParse(awaitedSchema, line.slice(line.indexOf('{')));
  return result.success ? result.output.actor : undefined;
}
