/** Messages for a full disk from Node.js, LevelDB, and SQLite. */
const FULL = /ENOSPC|No space left on device|database or disk is full/i;

/** True if the error was caused by a full disk. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return FULL.test(`${(error as NodeJS.ErrnoException).code} ${error.message}`) || isDiskFull(error.cause);
}

/** Minimum time between reports, in ms. Every write to a full disk fails, so they would flood the console. */
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
