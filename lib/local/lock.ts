import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './running.ts';

const FILE = 'lock';

/**
 * Keeps a data folder for this process alone. The lock of a process that died is taken over.
 *
 * @returns how to give it back
 * @throws Error when another process works on the folder
 */
export function lockFolder(dir: string): () => void {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, FILE);
  try {
    write(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const owner = Number(readFileSync(path, 'utf8'));
    if (owner && owner !== process.pid && isAlive(owner)) {
      throw new Error(
        `Another local service (process ${owner}) works on ${dir}; stop it, or choose another folder with --data DIR`,
      );
    }
    rmSync(path, { force: true });
    write(path);
  }
  return () => rmSync(path, { force: true });
}

/** Creates the file, or fails when it is there: two that start at once cannot both succeed. */
function write(path: string): void {
  const file = openSync(path, 'wx');
  writeSync(file, String(process.pid));
  closeSync(file);
}
