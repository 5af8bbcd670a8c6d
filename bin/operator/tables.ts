import { CommandError } from '@talking-avatar/cli';
import { type Options, stringify } from 'csv-stringify/sync';
import { alignColumns } from './columns.ts';

export const FORMATS = ['table', 'csv', 'json'] as const;
export type Format = (typeof FORMATS)[number];

/** Reads the format from `--format` or `--json`. @throws CommandError if the format is unknown or the options contradict each other */
export function readFormat({ format, json }: { format?: string | undefined; json?: boolean | undefined }): Format {
  const found = FORMATS.find((name) => name === (format ?? (json ? 'json' : 'table')));
  if (!found) throw new CommandError(`--format must be one of ${FORMATS.join(', ')}, got ${JSON.stringify(format)}`);
  if (json && found !== 'json') throw new CommandError(`--format ${found} cannot be combined with --json`);
  return found;
}

/** A report cell. Tables show `short`; CSV and JSON contain `exact`. */
export interface Cell {
  short: string;
  exact: string | number | null;
}

/** Cells by column. In JSON and CSV, column names are in snake case. */
export type Row = Readonly<Record<string, Cell>>;

export const cell = (exact: string | number | null, short: string = exact === null ? '' : String(exact)): Cell => ({
  short,
  exact,
});

const NEGATIVE = /^-\d+(\.\d+)?(e[+-]?\d+)?$/;

/**
 * Options for one line of CSV. Text that a spreadsheet would run as a formula is prefixed with an apostrophe. `escape_formulas` is not used
 * because it would also change negative numbers.
 */
const CSV: Options = {
  eof: false,
  quoted_match: /[\r\n]/,
  cast: { string: (text) => (/^[=+\-@\t\r]/.test(text) && !NEGATIVE.test(text) ? `'${text}` : text) },
};

/** Formats rows as lines. JSON is an array on one line. */
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
