import { columnNameOf, LIVELINK_CHANNELS, LIVELINK_FPS, LIVELINK_LEADING_COLUMNS } from '../animation/rigs/livelink.ts';

/** The columns of the CSV of the blendshape rig. */
const COLUMNS: readonly string[] = [...LIVELINK_LEADING_COLUMNS, ...LIVELINK_CHANNELS.map(columnNameOf)];

/** Rows by which a file may differ from its speech's length: the last frame may be a part of one, and is rounded. */
const ROUNDING = 1;

/**
 * What is wrong with the CSV of a test job.
 *
 * @param csv the file
 * @param duration of its speech as the service says it, s
 * @returns a sentence for each fault; none for a file that is as it should be
 */
export function faultsOfCsv(csv: string, duration: number): string[] {
  const [header = '', ...rows] = csv.trimEnd().split('\n');
  const columns = header.split(',');
  const faults: string[] = [];
  if (header !== COLUMNS.join(','))
    faults.push(
      `The header has ${columns.length} columns, and is not that of the ${COLUMNS.length} of Live Link Face.`,
    );
  const uneven = rows.filter((row) => !isRow(row)).length;
  if (uneven > 0) faults.push(`${uneven} rows do not have ${COLUMNS.length} cells with a value in each.`);
  const expected = duration * LIVELINK_FPS;
  if (!(Math.abs(rows.length - expected) <= ROUNDING))
    faults.push(`There are ${rows.length} rows for ${duration} s of speech, where ${Math.round(expected)} are due.`);
  return faults;
}

/** Timecode and count, then numbers. */
function isRow(row: string): boolean {
  const [timecode = '', ...values] = row.split(',');
  return (
    values.length === COLUMNS.length - 1 &&
    /^\d\d:\d\d:\d\d:\d\d\.\d{3}$/.test(timecode) &&
    values.every((value) => value !== '' && Number.isFinite(Number(value)))
  );
}
