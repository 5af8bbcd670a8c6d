import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Inputs that a parser once fell on, one file each, by parser. The suite replays them all. */
const CORPUS = join(import.meta.dirname, '..', 'corpus');

/** The kept inputs of a parser, by file name. */
export function readCorpus(parser: string): ReadonlyMap<string, Buffer> {
  const folder = join(CORPUS, parser);
  if (!existsSync(folder)) return new Map();
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

/** Keeps an input. @returns its file */
export function keepInput(parser: string, input: Buffer): string {
  const folder = join(CORPUS, parser);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, createHash('sha256').update(input).digest('hex').slice(0, 12));
  writeFileSync(path, input);
  return path;
}
