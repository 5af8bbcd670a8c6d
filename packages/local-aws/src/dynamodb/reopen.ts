import { statfsSync } from 'node:fs';

/** Space that opening needs, bytes: LevelDB writes its log (4 MB, and the last batch) into a table and starts a new log. */
const ROOM = 16 * 2 ** 20;

/**
 * After a partially written batch, as on a full disk, LevelDB continues; at its next start it drops that part of its log and all later
 * batches, although they were acknowledged. So the batch after a failed one first reopens the database, which ends the log where it is
 * intact. While there is no room for that, batches fail and reads continue; reads during the reopening fail, and clients repeat them.
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
    if (bavail * bsize < ROOM) throw failure;
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
