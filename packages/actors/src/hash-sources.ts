import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Hashes the names and contents of source files.
 *
 * @param project folder of the repository
 * @param patterns glob patterns relative to it
 * @returns 64 hexadecimal digits
 */
export function hashSources(project: string, patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: project }).sort()) hash.update(`\0${file}\0`).update(readFileSync(join(project, file)));
  return hash.digest('hex');
}
