import { statfsSync } from 'node:fs';

/** Room that opening takes at most, bytes: LevelDB writes what its log holds (4 MB, and the last batch) into a table, and begins a log. */
const ROOM = 16 * 2 ** 20;

/**
 * LevelDB continues after a partially written batch, as on a full disk; at the next start it drops that part of its log with the batches
 * behind it, which were answered. After a batch that failed, the next one therefore opens the database anew: that ends the log where it is
 * whole. While there is no room for that, batches fail, and reads go on; reads during the opening itself fail, and clients repeat them.
 * @param open opens the closed database
 */
export function reopenAfterFailure<T>(path: string, db: { batch: (changes: T) => Promise<void> }, open: () => Promise<void>): void {
  const write = db.batch.bind(db);
  // dynalite's own `close` is for good.
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
