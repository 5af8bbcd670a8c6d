import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ACTORS } from '@talking-avatar/contract';
import { type ActorModel, readActor } from './model/index.ts';

/** Package in the Lambda layer that contains the baked actors. */
export const ACTORS_PACKAGE = 'baked-actors';
/** Output folder of packages/actors in a checkout. */
export const ACTORS_FOLDER = join(import.meta.dirname, '..', '..', '..', 'out', 'actors');

/** Reads an actor from the Lambda layer or, in a checkout, from `out/actors`. @throws Error if the actor is unknown or not baked */
export async function readBakedActor(id: string): Promise<ActorModel> {
  if (!ACTORS.some((actor) => actor.id === id)) throw new Error(`Unknown actor "${id}"`);
  const file = `${id}.glb`;
  const path = find(file);
  if (!path) throw new Error(`The actor's file ${file} is missing: run "npm run bake"`);
  return readActor(await readFile(path));
}

function find(file: string): string | undefined {
  const inCheckout = join(ACTORS_FOLDER, file);
  if (existsSync(inCheckout)) return inCheckout;
  try {
    return createRequire(import.meta.url).resolve(`${ACTORS_PACKAGE}/${file}`);
  } catch {
    return undefined;
  }
}
