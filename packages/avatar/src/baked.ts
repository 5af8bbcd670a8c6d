import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ACTORS } from '@talking-avatar/contract';
import { type ActorModel, readActor } from './model/index.ts';

/** Name of the package of the Lambda layer with the baked actors. */
export const ACTORS_PACKAGE = 'baked-actors';

/** Folder that `npm run bake` writes to in a checkout. */
const CHECKOUT_FOLDER = join(import.meta.dirname, '..', '..', '..', 'out', 'actors');

/** Longest wait for an actor that is being baked, within the 120 s of `export`, and the time between two looks for it, ms. */
const BAKE_TIMEOUT = 100_000;
const BAKE_POLL = 200;

/**
 * The file that stands beside the place of a baked actor while it is being baked: the local run starts before all actors are baked.
 *
 * @param id id of an actor
 */
export const pendingFileOf = (id: string): string => `${id}.pending`;

/** What a function logs, with the actor's id as `actor`, before it waits for an actor: the local run then bakes that one first. */
export const AWAITED = 'Waiting until the actor is baked';

/**
 * Reads an actor from the Lambda layer with the baked actors or, in a checkout, from `out/actors`. An actor that is being baked is
 * waited for.
 *
 * @param id id of an actor
 * @param onWait called once when it must be waited for
 * @throws Error when there is no such actor or it is not baked
 */
export async function readBakedActor(id: string, onWait?: () => void): Promise<ActorModel> {
  if (!ACTORS.some((actor) => actor.id === id)) throw new Error(`There is no actor "${id}"`);
  const file = `${id}.glb`;
  const until = performance.now() + BAKE_TIMEOUT;
  for (let waits = false; ; waits = true) {
    const found = find(file);
    if (found) return readActor(await readFile(found));
    if (!find(pendingFileOf(id)) || performance.now() > until) throw new Error(`The actor's file ${file} is missing: run "npm run bake"`);
    if (!waits) onWait?.();
    await setTimeout(BAKE_POLL);
  }
}

function find(file: string): string | undefined {
  const inCheckout = join(CHECKOUT_FOLDER, file);
  if (existsSync(inCheckout)) return inCheckout;
  try {
    return createRequire(import.meta.url).resolve(`${ACTORS_PACKAGE}/${file}`);
  } catch {
    return undefined;
  }
}
