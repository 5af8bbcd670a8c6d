import { readFileSync } from 'node:fs';

/** Reads a table of facts into objects by column name. No value contains commas, except for the quoted rule for mouthClose. */
export function readFacts(name: string): Record<string, string>[] {
  const text = readFileSync(new URL(`facts/${name}.csv`, import.meta.url), 'utf8');
  const [head = '', ...lines] = text.trim().split(/\r?\n/);
  const columns = head.split(',');
  return lines.map((line) => {
    const cells = [...line.matchAll(/"([^"]*)"|([^,]+)|(?<=,)(?=,|$)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']));
  });
}
