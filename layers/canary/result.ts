import { columnNameOf, LIVELINK_CHANNELS, LIVELINK_FPS, LIVELINK_LEADING_COLUMNS } from '@talking-avatar/animation';

/** Columns of a CSV of the blendshape rig. */
const COLUMNS: readonly string[] = [...LIVELINK_LEADING_COLUMNS, ...LIVELINK_CHANNELS.map(columnNameOf)];

/** Allowed difference in rows from the duration of the speech, since the last frame is rounded. */
const TOLERANCE = 1;

/**
 * Checks the CSV of a test job.
 * @param csv content of the file
 * @param duration duration of the speech from the job's status, s
 * @returns a sentence for each problem; empty for a correct file
 */
export function findCsvProblems(csv: string, duration: number): string[] {
  const [header = '', ...rows] = csv.trimEnd().split('\n');
  const columns = header.split(',');
  const problems: string[] = [];
  if (header !== COLUMNS.join(','))
    problems.push(`The header has ${columns.length} columns, but must have the ${COLUMNS.length} of Live Link Face.`);
  const invalid = rows.filter((row) => !isValidRow(row)).length;
  if (invalid > 0) problems.push(`${invalid} rows do not have ${COLUMNS.length} valid values.`);
  const expected = duration * LIVELINK_FPS;
  if (!(Math.abs(rows.length - expected) <= TOLERANCE))
    problems.push(`There are ${rows.length} rows for ${duration} s of speech, but there must be ${Math.round(expected)}.`);
  return problems;
}

/** Whether a row has a timecode, then numbers. */
function isValidRow(row: string): boolean {
  const [timecode = '', ...values] = row.split(',');
  return (
    values.length === COLUMNS.length - 1 &&
    /^\d\d:\d\d:\d\d:\d\d\.\d{3}$/.test(timecode) &&
    values.every((value) => value !== '' && Number.isFinite(Number(value)))
  );
}
