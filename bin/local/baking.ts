import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ACTORS_FOLDER } from '@talking-avatar/avatar/baked';
import { type BakeProcess, bake } from './bake-process.ts';

export interface BakingOptions {
  /** IDs of the actors to bake. */
  unbaked: readonly string[];
  /** Called after each baked actor. */
  onBaked(): void;
  /** Called with a line if baking fails. */
  report(line: string): void;
}

/** Bakes actors, starting with those that jobs are waiting for. */
export interface Baking {
  /** Bakes the given actors. Resolves once each of them is baked or has failed. */
  bakeFirst(ids: readonly string[]): Promise<void>;
  /** Moves an actor to the front of the queue. Resolves once it is baked or has failed, or immediately if it is already baked. */
  request(id: string): Promise<void>;
  /** Returns true if no requested actor is left to bake. */
  isDone(): boolean;
  /** Bakes actors that have not been requested yet, using idle CPU time. */
  bakeOthers(): void;
  /** Stops the processes. Promises for actors that are not baked yet never settle. */
  stop(): void;
}

/** Creates a queue of actors to bake. */
export function createBaking({ unbaked, onBaked, report }: BakingOptions): Baking {
  const waiting = new Map(unbaked.map((id) => [id, Promise.withResolvers<void>()]));
  /** Actors that are neither being baked nor requested by a job. */
  const others = new Set(unbaked);
  /** Requested actors that no process is baking yet. */
  const requested: string[] = [];
  const running = new Map<BakeProcess, readonly string[]>();
  let isBakingRequested = false;
  let isStopped = false;
  const resolveRequests = (ids: Iterable<string>): void => {
    for (const id of ids) {
      waiting.get(id)?.resolve();
      waiting.delete(id);
    }
  };
  const resolveBaked = (): void => {
    onBaked();
    resolveRequests([...waiting.keys()].filter((id) => existsSync(join(ACTORS_FOLDER, `${id}.glb`))));
  };
  const start = async (ids: readonly string[], inBackground: boolean): Promise<void> => {
    const baker = bake(ids, { inBackground }, { onBaked: resolveBaked, report });
    running.set(baker, ids);
    await baker.done;
    running.delete(baker);
    if (isStopped) return;
    // Another process may still be baking some of them.
    const elsewhere = new Set([...running.values(), requested].flat());
    resolveRequests(ids.filter((id) => !elsewhere.has(id)));
  };
  // Runs one process at a time, because each uses up to 0.8 GB of memory per actor.
  const bakeRequested = async (): Promise<void> => {
    if (isBakingRequested) return;
    isBakingRequested = true;
    while (requested.length > 0 && !isStopped) await start(requested.splice(0), false);
    isBakingRequested = false;
  };
  return {
    bakeFirst(ids) {
      for (const id of ids) others.delete(id);
      return start(ids, false);
    },
    request(id) {
      // The background process skips actors that another process has already baked.
      if (others.delete(id)) requested.push(id);
      void bakeRequested();
      return waiting.get(id)?.promise ?? Promise.resolve();
    },
    isDone: () => waiting.size === 0,
    bakeOthers() {
      if (!isStopped) void start([...others], true);
    },
    stop() {
      isStopped = true;
      for (const baker of running.keys()) baker.end();
    },
  };
}
