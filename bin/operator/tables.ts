import { alignColumns } from './columns.ts';
import { CommandError } from './command-error.ts';

/** Forms that a report can be printed in. */
export const FORMATS = ['table', 'csv', 'json'] as const;
export type Format = (typeof FORMATS)[number];

/**
 * The form that is asked for, by `--format` or by `--json`.
 *
 * @throws CommandError for one that there is not, and for two
 */
export function readFormat({ format, json }: { format?: string | undefined; json?: boolean | undefined }): Format {
  const found = FORMATS.find((name) => name === (format ?? (json ? 'json' : 'table')));
  if (!found)
    throw new CommandError(`--format: expected one of ${FORMATS.join(', ')}, but got ${JSON.stringify(format)}`);
  if (json && found !== 'json') throw new CommandError(`--format: ${found} and --json are two forms; leave one out`);
  return found;
}

/** A cell of a report: what a person reads, and what a program does. */
export interface Cell {
  short: string;
  exact: string | number | null;
}

/** Columns by name; a name in JSON and CSV is in lower case with `_`. */
export type Row = Readonly<Record<string, Cell>>;

export const cell = (exact: string | number | null, short: string = exact === null ? '' : String(exact)): Cell => ({
  short,
  exact,
});

/** Rows in a form. JSON gives one array. */
export function writeRows(rows: readonly Row[], columns: readonly string[], format: Format): string[] {
  if (format === 'json') return [JSON.stringify(rows.map(toObject))];
  if (format === 'csv') {
    return [columns.map(nameOf), ...rows.map((row) => columns.map((column) => row[column]?.exact ?? ''))].map((line) =>
      line.map((value) => quoteCsv(String(value))).join(','),
    );
  }
  const lines = rows.map((row) => columns.map((column) => row[column]?.short ?? ''));
  return alignColumns([columns.map((column) => column.toUpperCase()), ...lines]);
}

export const toObject = (row: Row): Record<string, string | number | null> =>
  Object.fromEntries(Object.entries(row).map(([column, { exact }]) => [nameOf(column), exact]));

const nameOf = (column: string): string => column.toLowerCase().replaceAll(' ', '_');

/** RFC 4180. A text that a spreadsheet would take for a formula is led by an apostrophe. */
const quoteCsv = (text: string): string => {
  const safe = /^[=+@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
