import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** An empty SQLite file. The operating system releases its lock no matter how the process ends. */
const FILE = 'lock.sqlite';
/** Contains the owner's process ID, for error messages. */
const OWNER = 'lock';

/** An unreferenced lock would be garbage-collected and therefore released. */
const held = new Set<DatabaseSync>();

/** Locks a data folder until the process ends or calls the returned function. @throws Error if the folder is already in use */
export function lockFolder(dir: string): () => void {
  mkdirSync(dir, { recursive: true });
  const lock = new DatabaseSync(join(dir, FILE));
  try {
    // This does not write anything, so it works even on a full disk.
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!/locked|busy/.test((error as Error).message)) throw error;
    throw new Error(`${ownerOf(dir)} is using the data folder ${dir}; stop it, or use another folder`, { cause: error });
  }
  held.add(lock);
  try {
    writeFileSync(join(dir, OWNER), String(process.pid));
  } catch {
    // The disk is full. The lock works without the owner's process ID.
  }
  return () => {
    held.delete(lock);
    rmSync(join(dir, OWNER), { force: true });
    lock.close();
  };
}

function ownerOf(dir: string): string {
  try {
    return `Process ${Number(readFileSync(join(dir, OWNER), 'utf8')) || 'of another service'}`;
  } catch {
    return 'Another process';
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
