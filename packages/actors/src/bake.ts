import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { hashSources } from './hash-sources.ts';
import { RECIPES } from './recipes/index.ts';

/** Maximum number of actors baked in parallel. Each needs about 0.8 GB of memory. */
const MAX_WORKERS = 4;

export interface BakedActor {
  id: string;
  path: string;
  /** False if the file was already up to date. */
  rebaked: boolean;
}

export interface BakeOptions {
  /** Output folder. Each actor gets an `ID.glb` and an `ID.key`, which holds a hash of all its inputs. */
  out: string;
  /** IDs of the actors to bake, in order. Defaults to all actors. */
  only?: readonly string[];
  /** Called with one line of text for each baked actor. */
  report?: (line: string) => void;
}

/**
 * Bakes any actor that is missing, or whose recipe, code, or assets have changed.
 *
 * @example
 * ```ts
 * await bakeActors({ out: 'out/actors', only: ['amara'], report: console.log });
 * ```
 */
export async function bakeActors({ out, only, report = () => {} }: BakeOptions): Promise<BakedActor[]> {
  const actors = findActors(out, only);
  const outdated = actors.filter(({ rebaked }) => rebaked);
  outdated.forEach(removeFiles);
  const workers = Math.min(availableParallelism(), MAX_WORKERS, outdated.length);
  await Promise.all(Array.from({ length: workers }, () => bakeQueue(outdated, report)));
  return actors.map(({ id, path, rebaked }) => ({ id, path, rebaked }));
}

/** Starts a worker and bakes actors from the queue until it is empty. */
async function bakeQueue(queue: Target[], report: (line: string) => void): Promise<void> {
  const worker = new Worker(join(import.meta.dirname, `worker${extname(import.meta.filename)}`));
  for (let actor = queue.shift(); actor; actor = queue.shift()) {
    // Another process may have baked this actor in the meantime.
    if (isBaked(actor)) continue;
    const started = performance.now();
    const bytes = await bakeIn(worker, actor.id);
    writeActorFiles(actor, bytes);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    report(`${actor.id}: ${(bytes.length / 1e6).toFixed(1)} MB in ${seconds} s`);
  }
  await worker.terminate();
}

function writeActorFiles({ path, keyPath, key }: Target, bytes: Uint8Array): void {
  const part = `${path}.part.${process.pid}`;
  writeFileSync(part, bytes);
  renameSync(part, path);
  writeFileSync(keyPath, key);
}

/**
 * Removes actors whose recipe, code, or assets have changed, so that no process reads them.
 * @param out folder that contains the baked actors
 * @returns IDs of the removed and missing actors
 */
export function removeOutdated(out: string): string[] {
  const outdated = findActors(out).filter(({ rebaked }) => rebaked);
  outdated.forEach(removeFiles);
  return outdated.map(({ id }) => id);
}

interface Target extends BakedActor {
  keyPath: string;
  key: string;
}

/** Lists the actors in the order given by `only`, or in ID order by default. */
function findActors(out: string, only: readonly string[] = RECIPES.map(({ id }) => id)): Target[] {
  mkdirSync(out, { recursive: true });
  const sources = hashSources();
  return only.flatMap((id) => {
    const recipe = RECIPES.find((one) => one.id === id);
    if (!recipe) return [];
    const key = createHash('sha256').update(sources).update(JSON.stringify(recipe)).digest('hex');
    const files = { path: join(out, `${id}.glb`), keyPath: join(out, `${id}.key`) };
    return [{ id, ...files, key, rebaked: !isBaked({ ...files, key }) }];
  });
}

const isBaked = ({ path, keyPath, key }: Pick<Target, 'path' | 'keyPath' | 'key'>): boolean =>
  existsSync(path) && existsSync(keyPath) && readFileSync(keyPath, 'utf8') === key;

function removeFiles({ path, keyPath }: Target): void {
  for (const file of [keyPath, path]) rmSync(file, { force: true });
}

/** @returns the actor's GLB */
const bakeIn = (worker: Worker, id: string): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    worker.removeAllListeners();
    worker.once('message', resolve).once('error', reject);
    worker.once('exit', () => reject(new Error(`The worker exited before it had baked ${id}`)));
    worker.postMessage(id);
  });
