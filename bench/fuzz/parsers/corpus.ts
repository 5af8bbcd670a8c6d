import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECIPES } from './recipes.ts';

/** Inputs that once broke a parser, one per file, in a folder for each parser. The tests replay these and the {@link RECIPES}. */
const CORPUS = join(import.meta.dirname, '..', 'corpus');

/** Returns the inputs that once broke a parser, by name. */
export function readCorpus(parser: string): ReadonlyMap<string, Buffer> {
  const folder = join(CORPUS, parser);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const recipes = Object.entries(RECIPES[parser] ?? {});
  return new Map([
    ...files.map((name) => [name, readFileSync(join(folder, name))] as const),
    ...recipes.map(([name, make]) => [name, Buffer.from(make())] as const),
  ]);
}

/** Adds an input to the corpus. @returns the path of the new file */
export function keepInput(parser: string, input: Buffer): string {
  const folder = join(CORPUS, parser);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, createHash('sha256').update(input).digest('hex').slice(0, 12));
  writeFileSync(path, input);
  return path;
}
