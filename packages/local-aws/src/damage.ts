import { DatabaseSync } from 'node:sqlite';

/** Damaged data; the message names the folder or file and what to do. */
export class DamagedFolderError extends Error {
  override readonly name = 'DamagedFolderError';

  /** @param folder the service's folder or a file in it @param what the damage, in its reader's words */
  constructor(folder: string, what: string, options?: ErrorOptions) {
    super(`${folder} is damaged (${what}). Move it away and start again: what the other folders hold stays`, options);
  }
}

/** SQLite's errors for damaged files (sqlite.org, "Result and Error Codes"). */
const DAMAGES: ReadonlyMap<number, string> = new Map([
  [11, 'SQLITE_CORRUPT'],
  [26, 'SQLITE_NOTADB'],
]);

/** Opens a SQLite file after checking all its pages; `schema` creates what is missing. @throws DamagedFolderError */
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
    // The lowest byte of an extended code is the basic code.
    if (DAMAGES.has(errcode & 0xff)) throw new DamagedFolderError(path, message, { cause: error });
    throw error;
  }
}
