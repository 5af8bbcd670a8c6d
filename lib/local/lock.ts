import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'lock';

/**
 * Locks a data folder for this process. The lock of a process that died is taken over.
 *
 * @returns releases the lock
 * @throws Error when another process uses the folder
 */
export function lockFolder(dir: string): () => void {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, FILE);
  try {
    write(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const owner = Number(readFileSync(path, 'utf8'));
    if (owner && owner !== process.pid && isAlive(owner))
      throw new Error(`Process ${owner} uses the data folder ${dir}; stop it, or use another folder`);
    rmSync(path, { force: true });
    write(path);
  }
  return () => rmSync(path, { force: true });
}

/** Creates the file, or fails when it exists: of two processes that start at once, one fails. */
function write(path: string): void {
  const file = openSync(path, 'wx');
  writeSync(file, String(process.pid));
  closeSync(file);
}

/** Whether a process with this id runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
