import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** An empty SQLite file: the operating system drops its lock with the process that holds it, however that ends. */
const FILE = 'lock.sqlite';
/** The id of the process that holds the lock, for people. */
const OWNER = 'lock';

/** A lock that nothing refers to would be collected, and with it released. */
const held = new Set<DatabaseSync>();

/**
 * Locks a data folder for this process, until it ends or releases the lock.
 * @returns releases the lock
 * @throws Error when another process uses the folder, or this one does already
 */
export function lockFolder(dir: string): () => void {
  mkdirSync(dir, { recursive: true });
  const lock = new DatabaseSync(join(dir, FILE));
  try {
    // Writes nothing: also a full disk can be locked.
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!/locked|busy/.test((error as Error).message)) throw error;
    throw new Error(`${ownerOf(dir)} uses the data folder ${dir}; stop it, or use another folder`, { cause: error });
  }
  held.add(lock);
  try {
    writeFileSync(join(dir, OWNER), String(process.pid));
  } catch {
    // On a full disk: the lock holds, and its owner stays unnamed.
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

/** Whether a process with this id runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
