import { DatabaseSync } from 'node:sqlite';

/** A folder of the data cannot be read: its files are damaged. The message names it and says what to do. */
export class DamagedFolderError extends Error {
  override readonly name = 'DamagedFolderError';

  /** @param folder the service's folder, or one file of it @param what the damage, as its reader tells it */
  constructor(folder: string, what: string, options?: ErrorOptions) {
    super(`${folder} is damaged (${what}). Move it away and start again: what the other folders hold stays`, options);
  }
}

/** SQLite's errors of a file that is not what it was written as, by name (sqlite.org, "Result and Error Codes"). */
const DAMAGES: ReadonlyMap<number, string> = new Map([
  [11, 'SQLITE_CORRUPT'],
  [26, 'SQLITE_NOTADB'],
]);

/**
 * Opens a SQLite file, after all of its pages have been checked.
 * @param schema statements that create what is missing
 * @throws DamagedFolderError
 */
export function openDatabase(path: string, schema: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (found !== 'ok') throw new DamagedFolderError(path, found);
    database.exec(schema);
    return database;
  } catch (error) {
    database.close();
    const { errcode = 0, message } = error as Error & { errcode?: number };
    // Extended codes have the basic one in their lowest byte.
    if (DAMAGES.has(errcode & 0xff)) throw new DamagedFolderError(path, message, { cause: error });
    throw error;
  }
}
