import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ACTORS } from '../contract/index.ts';
import { type ActorModel, readActor } from './model/index.ts';

/** Name of the package of the Lambda layer with the baked actors. */
export const ACTORS_PACKAGE = 'baked-actors';

/** Folder that `npm run bake` writes to in a checkout. */
const CHECKOUT_FOLDER = join(import.meta.dirname, '..', '..', 'out', 'actors');

/**
 * Reads an actor from the Lambda layer with the baked actors or, in a checkout, from `out/actors`.
 *
 * @param id id of an actor
 * @throws Error when there is no such actor or it is not baked
 */
export async function readBakedActor(id: string): Promise<ActorModel> {
  if (!ACTORS.some((actor) => actor.id === id)) throw new Error(`There is no actor "${id}"`);
  return readActor(await readFile(findActor(`${id}.glb`)));
}

function findActor(file: string): string {
  const inCheckout = join(CHECKOUT_FOLDER, file);
  if (existsSync(inCheckout)) return inCheckout;
  try {
    return createRequire(import.meta.url).resolve(`${ACTORS_PACKAGE}/${file}`);
  } catch (cause) {
    throw new Error(`The actor's file ${file} is missing: run "npm run bake"`, { cause });
  }
}
