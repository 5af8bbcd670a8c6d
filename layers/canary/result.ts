import { columnNameOf, LIVELINK_CHANNELS, LIVELINK_FPS, LIVELINK_LEADING_COLUMNS } from '@talking-avatar/animation';

/** Expected columns of a CSV file for the blendshape rig. */
const COLUMNS: readonly string[] = [...LIVELINK_LEADING_COLUMNS, ...LIVELINK_CHANNELS.map(columnNameOf)];

/** Maximum difference between the number of rows and the duration of the speech in frames. The last frame is rounded. */
const TOLERANCE = 1;

/**
 * Checks the CSV of a test job.
 * @param csv content of the file
 * @param duration duration of the speech according to the job status, in s
 * @returns one sentence per problem; empty if the file is correct
 */
export function findCsvProblems(csv: string, duration: number): string[] {
  const [header = '', ...rows] = csv.trimEnd().split('\n');
  const columns = header.split(',');
  const problems: string[] = [];
  if (header !== COLUMNS.join(','))
    problems.push(`The header has ${columns.length} columns instead of Live Link Face's ${COLUMNS.length}, or their names differ.`);
  const invalid = rows.filter((row) => !isValidRow(row)).length;
  if (invalid > 0) problems.push(`${invalid} rows do not have ${COLUMNS.length} valid values.`);
  const expected = duration * LIVELINK_FPS;
  if (!(Math.abs(rows.length - expected) <= TOLERANCE))
    problems.push(`There are ${rows.length} rows for ${duration} s of speech instead of ${Math.round(expected)}.`);
  return problems;
}

/** True if the row is a timecode followed by numbers. */
function isValidRow(row: string): boolean {
  const [timecode = '', ...values] = row.split(',');
  return (
    values.length === COLUMNS.length - 1 &&
    /^\d\d:\d\d:\d\d:\d\d\.\d{3}$/.test(timecode) &&
    values.every((value) => value !== '' && Number.isFinite(Number(value)))
  );
}
