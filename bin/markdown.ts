import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '..', 'docs');

/** Formats a Markdown table. @param right indexes of right-aligned columns */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    right.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  const format = (row: readonly string[]): string => `| ${row.map(pad).join(' | ')} |`;
  const rule = widths.map((width, column) => (right.includes(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [format(header), `| ${rule.join(' | ')} |`, ...rows.map(format)].join('\n');
}

/**
 * Replaces the text between `<!-- NAME -->` and `<!-- end of NAME -->` in a page.
 * @param page path under docs
 * @throws Error if the markers are missing
 */
export function publish(page: string, name: string, content: string): void {
  const path = join(DOCS, page);
  const markers = new RegExp(`(<!-- ${name} -->\n\n).*?(\n\n<!-- end of ${name} -->)`, 's');
  const text = readFileSync(path, 'utf8');
  if (!markers.test(text)) throw new Error(`${path} has no markers for "${name}"`);
  writeFileSync(
    path,
    text.replace(markers, (_, begin, end) => `${begin}${content}${end}`),
  );
}
