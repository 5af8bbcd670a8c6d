import { statfsSync } from 'node:fs';

/** Space needed to open the database, in bytes. LevelDB writes its log (4 MB plus the last batch) to a table and starts a new log. */
const SPACE_NEEDED = 16 * 2 ** 20;

/**
 * After a partially written batch, such as on a full disk, LevelDB carries on. At its next start, it drops that part of its log and all
 * later batches, even though it acknowledged them. The batch after a failed one therefore reopens the database first, which truncates the
 * log to its intact part. Until there is room to reopen, batches fail but reads still work. Reads fail while the database is reopening, and
 * clients retry them.
 * @param open opens the closed database
 */
export function reopenAfterFailure<T>(path: string, db: { batch: (changes: T) => Promise<void> }, open: () => Promise<void>): void {
  const write = db.batch.bind(db);
  // dynalite's own `close` is permanent.
  const close = Object.getPrototypeOf(db).close.bind(db) as () => Promise<void>;
  let failure: unknown;
  let opening: Promise<void> | undefined;
  const reopen = async (): Promise<void> => {
    const { bavail, bsize } = statfsSync(path);
    if (bavail * bsize < SPACE_NEEDED) throw failure;
    await close();
    await open();
    failure = undefined;
  };
  db.batch = async (changes) => {
    if (failure !== undefined) {
      opening ??= reopen().finally(() => {
        opening = undefined;
      });
      await opening;
    }
    try {
      await write(changes);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
}
