import { CommandError } from '@talking-avatar/cli';
import { type Options, stringify } from 'csv-stringify/sync';
import { alignColumns } from './columns.ts';

export const FORMATS = ['table', 'csv', 'json'] as const;
export type Format = (typeof FORMATS)[number];

/** Reads the format from `--format` or `--json`. @throws CommandError for an unknown format, or two different ones */
export function readFormat({ format, json }: { format?: string | undefined; json?: boolean | undefined }): Format {
  const found = FORMATS.find((name) => name === (format ?? (json ? 'json' : 'table')));
  if (!found) throw new CommandError(`--format: expected one of ${FORMATS.join(', ')}, got ${JSON.stringify(format)}`);
  if (json && found !== 'json') throw new CommandError(`--format ${found} cannot be combined with --json`);
  return found;
}

/** A cell of a report: `short` for tables, `exact` for CSV and JSON. */
export interface Cell {
  short: string;
  exact: string | number | null;
}

/** Cells by column; in JSON and CSV the names are lower case with `_`. */
export type Row = Readonly<Record<string, Cell>>;

export const cell = (exact: string | number | null, short: string = exact === null ? '' : String(exact)): Cell => ({
  short,
  exact,
});

/** One line of CSV. An apostrophe precedes text that spreadsheets run as a formula; `escape_formulas` also changes negative numbers. */
const CSV: Options = {
  eof: false,
  quoted_match: /[\r\n]/,
  cast: { string: (text) => (/^[=+@\t\r]/.test(text) ? `'${text}` : text) },
};

/** Formats rows as lines; JSON is an array on one line. */
export function writeRows(rows: readonly Row[], columns: readonly string[], format: Format): string[] {
  if (format === 'json') return [JSON.stringify(rows.map(toObject))];
  if (format === 'csv') {
    return [columns.map(nameOf), ...rows.map((row) => columns.map((column) => row[column]?.exact ?? ''))].map((line) =>
      stringify([line], CSV),
    );
  }
  const lines = rows.map((row) => columns.map((column) => row[column]?.short ?? ''));
  return alignColumns([columns.map((column) => column.toUpperCase()), ...lines]);
}

export const toObject = (row: Row): Record<string, string | number | null> =>
  Object.fromEntries(Object.entries(row).map(([column, { exact }]) => [nameOf(column), exact]));

const nameOf = (column: string): string => column.toLowerCase().replaceAll(' ', '_');
