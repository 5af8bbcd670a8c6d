import { removeOutdated } from '@talking-avatar/actors';
import { ACTORS_FOLDER } from '@talking-avatar/avatar/baked';
import { headActorOf, isAvatarId } from '@talking-avatar/contract';
import * as v from 'valibot';
import { findJob, type JobItem } from '#jobs';
import { createBaking } from './baking.ts';
import { type Served, type ServeOptions, serve } from './serve.ts';

export interface ServeWhileBakingOptions {
  /** IDs of actors to bake before the others. */
  first: readonly string[];
  /** Called with a message if actors need to be baked, or if baking fails. */
  report: (line: string) => void;
}

/** Execution states whose steps read the actor (lib/pipeline/state-machine.ts). */
const READS_ACTOR: readonly string[] = ['Export', 'Render', 'Render task'];

const inputSchema = v.object({ id: v.string() });

/**
 * Starts the local service, and bakes missing and outdated actors in separate processes. The `first` actors are baked during startup, and
 * the others in the background. If a job needs an actor, that actor is baked next, and the step that reads it waits. Actors that are still
 * unbaked when the service stops are baked the next time it starts.
 * @throws Error as {@link serve}
 */
export async function serveWhileBaking(options: ServeOptions, { first, report }: ServeWhileBakingOptions): Promise<Served> {
  const unbaked = removeOutdated(ACTORS_FOLDER);
  if (unbaked.length === 0) return serve(options);
  report(`Baking ${unbaked.length} actors while the service is running; a job that needs one of them waits for it`);
  let served: Served | undefined;
  let isStopping = false;
  const ready = Promise.withResolvers<Served>();
  const baking = createBaking({ unbaked, onBaked: () => served?.addFiles(), report });
  const bakeActorOf = async (id: string): Promise<void> => {
    // Executions from the previous run resume before the AWS clients in this process point at the embedded services.
    const { outputs } = await ready.promise;
    const job = await findJob(outputs.JobsTable ?? '', id);
    const actor = job && actorOf(job);
    if (actor !== undefined) await baking.request(actor);
  };
  const beforeTask = async (state: string, input: unknown): Promise<void> => {
    const readsActor = READS_ACTOR.includes(state);
    // Functions cannot see actors that are baked during startup until startup is complete.
    if (readsActor) await ready.promise;
    if (baking.isDone()) return;
    const { id } = v.parse(inputSchema, input);
    // Without the actor, the step fails with an error that names it.
    const baked = bakeActorOf(id).catch(({ message }: Error) => {
      if (!isStopping) report(`Could not find the actor of job ${id}: ${message}`);
    });
    if (readsActor) await baked;
  };
  const firstBaked = baking.bakeFirst(first.filter((id) => unbaked.includes(id)));
  try {
    served = await serve({ ...options, beforeTask });
    // Add the actors that were baked during startup.
    served.addFiles();
    ready.resolve(served);
  } catch (error) {
    baking.stop();
    throw error;
  }
  void firstBaked.then(baking.bakeOthers);
  const { stop, ...rest } = served;
  return {
    ...rest,
    stop: async () => {
      isStopping = true;
      baking.stop();
      await stop();
    },
  };
}

/** Returns the baked actor that a job needs, if any. */
function actorOf({ specification: { actor, output } }: JobItem): string | undefined {
  if (output.type === 'csv' || (output.type === 'video' && isAvatarId(actor ?? ''))) return undefined;
  return headActorOf(actor);
}
