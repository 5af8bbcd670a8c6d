import { printable } from '@talking-avatar/contract';

/** Formats rows as lines with aligned columns. The first row is the header. */
export function alignColumns(given: readonly string[][]): string[] {
  // A line break in a cell would look like another row.
  const rows = given.map((row) => row.map((cell) => printable(cell, Number.POSITIVE_INFINITY)));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
