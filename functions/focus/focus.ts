import { focusKey, KEPT_DAYS, putObject, readCharges } from '../../layers/cloud/index.ts';
import { type Biller, FOCUS_HEADER } from '../../layers/ledger/index.ts';

export interface FocusResources {
  ledger: string;
  bucket: string;
  biller: Biller;
}

/** Characters of a file after which the next one begins: what fits the function's memory many times. */
const FILE_SIZE = 16 * 1024 * 1024;

const DAY = 86_400_000;

/**
 * Exports a day of the ledger in the form of FOCUS 1.2, as CSV files below `focus/day=…/`. A day may be exported again: its files
 * are the same ones, with what has come in since. One that the ledger has begun to forget is left as it was exported.
 *
 * @param day `2026-11-21`
 * @param size characters of a file
 * @param now milliseconds since 1970
 * @returns how many charges and files it came to
 * @throws RangeError when the day has not ended, or the ledger does not keep all of it any more
 */
export async function exportDay(
  { ledger, bucket, biller }: FocusResources,
  day: string,
  { size = FILE_SIZE, now = Date.now() }: { size?: number; now?: number } = {},
): Promise<{ charges: number; files: number }> {
  checkDay(day, now);
  let [charges, files, length] = [0, 0, 0];
  let lines: string[] = [];
  const write = async () => {
    await putObject(bucket, focusKey(day, files), [FOCUS_HEADER, ...lines].join(''), 'text/csv; charset=utf-8');
    files += 1;
    [lines, length] = [[], 0];
  };
  for await (const more of readCharges(ledger, day, biller)) {
    charges += more.length;
    lines.push(...more);
    length += more.reduce((sum, line) => sum + line.length, 0);
    if (length >= size) await write();
  }
  if (lines.length > 0 || files === 0) await write();
  return { charges, files };
}

function checkDay(day: string, now: number): void {
  const [first, last] = [now - KEPT_DAYS * DAY, now - DAY].map((time) => new Date(time).toISOString().slice(0, 10));
  // Of the first day, the rows of its earlier hours are gone.
  if (first && last && day > first && day <= last) return;
  throw new RangeError(
    `day: expected a day after ${first} and up to ${last}, which the ledger has whole, but got ${day}`,
  );
}
