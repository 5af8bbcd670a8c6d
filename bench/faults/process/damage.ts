import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pick } from '../random.ts';

/** Folders of the embedded services that store jobs. `lambda` contains its event queue, but also logs and caches. */
export const STORES = ['dynamodb', 's3', 'sqs', 'eventbridge', 'stepfunctions', 'kms', 'lambda'] as const;

/** How a file was damaged. */
export interface Damage {
  /** Path within the data folder. */
  file: string;
  how: 'truncated' | 'emptied' | 'changed' | 'zeroed';
}

/** Damages a random file in a store, as a failing disk or an interrupted copy would. The service must not be running. */
export function damageFile(data: string, store: string, random: () => number): Damage | undefined {
  const files = readdirSync(join(data, store), { recursive: true, encoding: 'utf8' })
    .map((name) => join(data, store, name))
    .filter((path) => {
      const stat = statSync(path);
      return stat.isFile() && stat.size > 0 && !/lambda\/(logs|compiled|tmp)/.test(path);
    });
  if (files.length === 0) return undefined;
  const path = pick(random, files.sort());
  const { size } = statSync(path);
  const how = pick(random, ['truncated', 'emptied', 'changed', 'zeroed'] as const);
  if (how === 'truncated') truncateSync(path, Math.floor(random() * size));
  else if (how === 'emptied') truncateSync(path, 0);
  else {
    const bytes = readFileSync(path);
    const from = Math.floor(random() * size);
    const to = Math.min(size, from + 1 + Math.floor(random() * 4096));
    for (let at = from; at < to; at += 1) bytes[at] = how === 'zeroed' ? 0 : bytes[at]! ^ (1 + Math.floor(random() * 255));
    writeFileSync(path, bytes);
  }
  return { file: relative(data, path), how };
}
