/** Parses CSV (RFC 4180). This shares no code with the writer, and therefore no bugs. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\r|\n|$)/gy;
  while (pattern.lastIndex < text.length || rows.at(-1)?.length) {
    const match = pattern.exec(text);
    if (!match) throw new Error(`The CSV is malformed near ${JSON.stringify(text.slice(pattern.lastIndex, 80))}`);
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '') break;
    if (match[3] !== ',') rows.push([]);
  }
  return rows.at(-1)?.length === 0 ? rows.slice(0, -1) : rows;
}
