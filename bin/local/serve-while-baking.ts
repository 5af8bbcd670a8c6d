import { markUnbaked, unmarkUnbaked } from '@talking-avatar/actors';
import { AWAITED } from '@talking-avatar/avatar/baked';
import type { LogLine } from 'local-aws';
import * as v from 'valibot';
import { BAKED, type BakeProcess, bake } from './bake-process.ts';
import { type Served, type ServeOptions, serve } from './serve.ts';

export interface BakingOptions {
  /** Ids of the actors that are baked before the others. */
  first: readonly string[];
  /** Called with a line when actors are to be baked, and with one when they cannot be. */
  report: (line: string) => void;
}

/**
 * Starts the local service, and bakes the actors that are missing or out of date while it runs, in processes of their own: a job waits for
 * the actor that it needs, which is baked next. The first ones are baked while the service starts; the others when both are done and
 * nothing else needs the processor. What is not baked when the service stops is baked the next time.
 *
 * @throws Error as {@link serve}
 */
export async function serveWhileBaking(options: ServeOptions, { first, report }: BakingOptions): Promise<Served> {
  const waiting = markUnbaked(BAKED);
  if (waiting.length === 0) return serve(options);
  report(`${waiting.length} actors are baked while the service runs; a video, FBX or GLB of one waits for it`);
  let served: Served | undefined;
  let stopped = false;
  /** Jobs wait for these, and no process bakes them yet. */
  const awaited: string[] = [];
  const running = new Map<BakeProcess, readonly string[]>();
  const start = async (ids: readonly string[], inBackground: boolean): Promise<void> => {
    const baker = bake(ids, { inBackground }, { onBaked: () => served?.addFiles(), report });
    running.set(baker, ids);
    await baker.done;
    running.delete(baker);
    // Those that another process bakes, or will bake next, are still waited for.
    const others = new Set([...running.values(), awaited].flat());
    unmarkUnbaked(
      BAKED,
      ids.filter((id) => !others.has(id)),
    );
  };
  const end = (): void => {
    stopped = true;
    for (const baker of running.keys()) baker.end();
    unmarkUnbaked(BAKED, waiting);
  };
  const sooner = waiting.filter((id) => first.includes(id));
  const later = new Set(waiting.filter((id) => !first.includes(id)));
  const baking = start(sooner, false);
  let bakesAwaited = false;
  // One process at a time, whose workers are limited: a process for each actor would take 0.8 GB for each at once.
  const bakeAwaited = async (): Promise<void> => {
    if (bakesAwaited) return;
    bakesAwaited = true;
    while (awaited.length > 0 && !stopped) await start(awaited.splice(0), false);
    bakesAwaited = false;
  };
  const onLog = (line: LogLine): void => {
    options.onLog?.(line);
    const id = readAwaited(line);
    // The process in the background leaves out what another one has baked meanwhile.
    if (id === undefined || !later.delete(id)) return;
    awaited.push(id);
    void bakeAwaited();
  };
  try {
    served = await serve({ ...options, onLog });
    // Those that were baked while it started.
    served.addFiles();
  } catch (error) {
    end();
    throw error;
  }
  void baking.then(() => (stopped ? undefined : start([...later], true)));
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
