import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { hashSources } from './hash-sources.ts';
import { RECIPES } from './recipes/index.ts';

/** Maximum actors baked in parallel. Each needs about 0.8 GB. */
const MAX_WORKERS = 4;

export interface BakedActor {
  id: string;
  path: string;
  /** False if the file was already up to date. */
  rebaked: boolean;
}

export interface BakeOptions {
  /** Folder for `ID.glb` and `ID.key`, a hash of all the actor's inputs. */
  out: string;
  /** IDs of the actors in baking order; all by default. */
  only?: readonly string[];
  /** Called with a line per baked actor. */
  report?: (line: string) => void;
}

/**
 * Bakes the actors that are missing or whose recipe, code, or assets have changed.
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

/** Takes actors from the queue and bakes them in one worker until the queue is empty. */
async function bakeQueue(queue: Target[], report: (line: string) => void): Promise<void> {
  const worker = new Worker(join(import.meta.dirname, `worker${extname(import.meta.filename)}`));
  for (let actor = queue.shift(); actor; actor = queue.shift()) {
    // Another process may have baked it by now.
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
 * @param out folder of the baked actors
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

/** Lists the actors in the order of `only` or, without it, of their IDs. */
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
