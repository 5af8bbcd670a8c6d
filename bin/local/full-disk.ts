/** Messages of Node.js and LevelDB, and of SQLite, for a full disk. */
const FULL = /ENOSPC|No space left on device|database or disk is full/i;

/** True if a full disk caused an error. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return FULL.test(`${(error as NodeJS.ErrnoException).code} ${error.message}`) || isDiskFull(error.cause);
}

/** Time between reports, in ms, since every write to a full disk fails. */
const INTERVAL = 60_000;

/** Creates a listener that reports a full disk, at most once a minute, and ignores other errors. */
export function reportFullDisk(data: string, report: (line: string) => void, now = Date.now): (error: unknown) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (!isDiskFull(error) || now() - reportedAt < INTERVAL) return;
    reportedAt = now();
    report(`The disk with ${data} is full, so jobs cannot be stored. Free some space; the service then continues.`);
  };
}
