import { type Clock, deleteObject, focusExportFolder, focusExportKey, isoTime, listKeys, putObject } from '#aws';
import { type BillingAccount, FOCUS_HEADER, LEDGER_RETENTION_DAYS, PARTS_PER_DAY, readPartCharges } from '#billing';

export interface FocusResources {
  ledger: string;
  bucket: string;
  biller: BillingAccount;
}

/** File size at which a new file is started, in characters. */
const MAX_FILE_CHARACTERS = 16 * 1024 * 1024;

/** Maximum number of rows that a single run exports for a day. They take about five of its fifteen minutes. */
const MAX_ROWS_PER_RUN = 4_000_000;

const DAY = 86_400_000;

interface ExportOptions {
  /** File size at which a new file is started, in characters. */
  size?: number;
  clock?: Clock;
}

interface ExportResult {
  charges: number;
  files: number;
}

/**
 * Returns the parts of a day that a scheduled run exports at `hour` (UTC, 0 to 23): all in the first hour, or one per hour if the day has
 * many rows.
 */
export function partsAt(hour: number, rows: number): number[] {
  const all = Array.from({ length: PARTS_PER_DAY }, (_, part) => part);
  if (rows <= MAX_ROWS_PER_RUN) return hour === 0 ? all : [];
  return all.filter((part) => part === hour);
}

/** Exports all parts of a day; see `exportPart`. */
export async function exportDay(resources: FocusResources, day: string, options: ExportOptions = {}): Promise<ExportResult> {
  const total = { charges: 0, files: 0 };
  for (let part = 0; part < PARTS_PER_DAY; part += 1) {
    const { charges, files } = await exportPart(resources, day, part, options);
    total.charges += charges;
    total.files += files;
  }
  return total;
}

/**
 * Exports part of a day as FOCUS 1.2 CSV files in `focus/day=…/`, replacing earlier ones. Part 0 has a file even if there are no charges.
 * @param day `2026-11-21`
 * @param part 0 to `PARTS_PER_DAY` - 1
 * @throws RangeError if the day has not ended, or some of its rows have expired
 */
export async function exportPart(
  { ledger, bucket, biller }: FocusResources,
  day: string,
  part: number,
  { size = MAX_FILE_CHARACTERS, clock = Date.now }: ExportOptions = {},
): Promise<ExportResult> {
  checkDay(day, clock());
  let [charges, files, length] = [0, 0, 0];
  let lines: string[] = [];
  const write = async () => {
    await putObject(bucket, focusExportKey(day, part, files), [FOCUS_HEADER, ...lines].join(''), 'text/csv; charset=utf-8');
    files += 1;
    [lines, length] = [[], 0];
  };
  for await (const rowLines of readPartCharges(ledger, day, part, biller)) {
    charges += rowLines.length;
    lines.push(...rowLines);
    length += rowLines.reduce((sum, line) => sum + line.length, 0);
    if (length >= size) await write();
  }
  if (lines.length > 0 || (part === 0 && files === 0)) await write();
  await deleteStaleFiles(bucket, day, part, files);
  return { charges, files };
}

/** Deletes leftover files from a previous, longer export of the part. */
async function deleteStaleFiles(bucket: string, day: string, part: number, files: number): Promise<void> {
  for (const key of await listKeys(bucket, `${focusExportFolder(day)}part-${part}-`)) {
    if (key >= focusExportKey(day, part, files)) await deleteObject(bucket, key);
  }
}

function checkDay(day: string, now: number): void {
  const [first, last] = [now - LEDGER_RETENTION_DAYS * DAY, now - DAY].map((time) => isoTime(time).slice(0, 10));
  // Some rows of the first day have expired.
  if (first && last && day > first && day <= last) return;
  throw new RangeError(`day must be after ${first} and no later than ${last}, got ${day}`);
}
