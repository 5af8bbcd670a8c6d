import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Damaged data. The message names the folder or file and says what to do. */
export class DamagedFolderError extends Error {
  override readonly name = 'DamagedFolderError';

  /** @param folder the service's folder or a file in it @param what the damage, as a phrase for the error message */
  constructor(folder: string, what: string, options?: ErrorOptions) {
    super(`${folder} is damaged (${what}). Move it away and start again; data in the other folders is kept`, options);
  }
}

/** SQLite errors for damaged files (sqlite.org, "Result and Error Codes"). */
const DAMAGES: ReadonlyMap<number, string> = new Map([
  [11, 'SQLITE_CORRUPT'],
  [26, 'SQLITE_NOTADB'],
]);

/** Opens a SQLite file after checking all its pages, and creates missing tables with `schema`. @throws DamagedFolderError */
export function openDatabase(path: string, schema: string): DatabaseSync {
  if (!existsSync(path)) createDatabase(path, schema);
  // SQLite would treat it as a new database.
  else if (statSync(path).size === 0) throw new DamagedFolderError(path, 'it is empty');
  const database = new DatabaseSync(path);
  try {
    const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (found !== 'ok') throw new DamagedFolderError(path, found);
    database.exec(schema);
    return database;
  } catch (error) {
    database.close();
    const { errcode = 0, message } = error as Error & { errcode?: number };
    // An extended code's lowest byte is the basic code.
    if (DAMAGES.has(errcode & 0xff)) throw new DamagedFolderError(path, message, { cause: error });
    throw error;
  }
}

/** Creates a SQLite file under its final name only once it is complete, so that an empty file is always damage. */
function createDatabase(path: string, schema: string): void {
  const part = `${path}.new`;
  rmSync(part, { force: true });
  const database = new DatabaseSync(part);
  try {
    database.exec(schema);
  } finally {
    database.close();
  }
  renameSync(part, path);
}
