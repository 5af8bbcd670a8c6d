import { deleteObject, focusFolder, focusKey, listKeys, putObject } from '../../layers/aws/index.ts';
import { type Biller, FOCUS_HEADER, KEPT_DAYS, PARTS, readPartCharges } from '../../layers/billing/index.ts';

export interface FocusResources {
  ledger: string;
  bucket: string;
  biller: Biller;
}

/** Characters of a file after which the next one begins: what fits the function's memory many times. */
const MAX_FILE_CHARACTERS = 16 * 1024 * 1024;

/** Rows of a day up to which one run exports all of its parts: some five minutes of the fifteen that a run has. */
const MAX_ROWS_AT_ONCE = 4_000_000;

const DAY = 86_400_000;

interface ExportOptions {
  /** Characters of a file. */
  size?: number;
  /** Milliseconds since 1970. */
  now?: number;
}

/** What an export came to. */
export interface ExportResult {
  charges: number;
  files: number;
}

/**
 * The parts of a day that a run of the schedule exports: all in the first hour (UTC) where the day is small, else one an hour.
 *
 * @param rows of the day
 */
export function partsAt(hour: number, rows: number): number[] {
  const all = Array.from({ length: PARTS }, (_, part) => part);
  if (rows <= MAX_ROWS_AT_ONCE) return hour === 0 ? all : [];
  return all.filter((part) => part === hour);
}

/** Exports all parts of a day. See `exportPart`. Files that an earlier release has written of the day are replaced. */
export async function exportDay(
  resources: FocusResources,
  day: string,
  options: ExportOptions = {},
): Promise<ExportResult> {
  const total = { charges: 0, files: 0 };
  for (let part = 0; part < PARTS; part += 1) {
    const { charges, files } = await exportPart(resources, day, part, options);
    total.charges += charges;
    total.files += files;
  }
  for (const key of await listKeys(resources.bucket, focusFolder(day))) {
    if (isWholeDayFile(key)) await deleteObject(resources.bucket, key);
  }
  return total;
}

/** Whether a day was exported by an earlier release, whose files have all parts. */
export const wasExportedWhole = async (bucket: string, day: string): Promise<boolean> =>
  (await listKeys(bucket, focusFolder(day))).some(isWholeDayFile);

/** `focus/day=2026-11-21/0003.csv` */
const isWholeDayFile = (key: string): boolean => /\/\d{4}\.csv$/.test(key);

/**
 * Exports a part of a day of the ledger in the form of FOCUS 1.2, as CSV files below `focus/day=…/`. It may be exported again: its
 * files are the same ones, with what has come in since. One that the ledger has begun to forget is left as it was exported.
 *
 * @param day `2026-11-21`
 * @param part 0 to `PARTS` - 1
 * @returns how many charges and files it came to; the first part has a file also where it has no charges
 * @throws RangeError when the day has not ended, or the ledger does not keep all of it any more
 */
export async function exportPart(
  { ledger, bucket, biller }: FocusResources,
  day: string,
  part: number,
  { size = MAX_FILE_CHARACTERS, now = Date.now() }: ExportOptions = {},
): Promise<ExportResult> {
  checkDay(day, now);
  let [charges, files, length] = [0, 0, 0];
  let lines: string[] = [];
  const write = async () => {
    await putObject(bucket, focusKey(day, part, files), [FOCUS_HEADER, ...lines].join(''), 'text/csv; charset=utf-8');
    files += 1;
    [lines, length] = [[], 0];
  };
  for await (const more of readPartCharges(ledger, day, part, biller)) {
    charges += more.length;
    lines.push(...more);
    length += more.reduce((sum, line) => sum + line.length, 0);
    if (length >= size) await write();
  }
  if (lines.length > 0 || (part === 0 && files === 0)) await write();
  await deleteStaleFiles(bucket, day, part, files);
  return { charges, files };
}

/** Removes the files of an earlier export of a part that had more. */
async function deleteStaleFiles(bucket: string, day: string, part: number, files: number): Promise<void> {
  for (const key of await listKeys(bucket, `${focusFolder(day)}part-${part}-`)) {
    if (key >= focusKey(day, part, files)) await deleteObject(bucket, key);
  }
}

function checkDay(day: string, now: number): void {
  const [first, last] = [now - KEPT_DAYS * DAY, now - DAY].map((time) => new Date(time).toISOString().slice(0, 10));
  // Of the first day, the rows of its earlier hours are gone.
  if (first && last && day > first && day <= last) return;
  throw new RangeError(
    `day: expected a day after ${first} and up to ${last}, which the ledger has whole, but got ${day}`,
  );
}
