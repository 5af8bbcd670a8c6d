/** Characters of one record: a line of a bill has a few hundred columns. */
const MOST_CHARACTERS = 1_000_000;

/**
 * Reads CSV (RFC 4180) as it arrives, record by record.
 *
 * @throws Error for a quote that is not closed, for text behind a closing quote, and for a record without end
 */
export async function* readCsv(text: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string[]> {
  let record: string[] = [];
  let field = '';
  let state: 'start' | 'plain' | 'quoted' | 'quote' = 'start';
  let [length, isReturn, line] = [0, false, 1];
  for await (const piece of text) {
    for (const character of piece) {
      const isBreak = character === '\n' || character === '\r';
      const follows = character === '\n' && isReturn;
      isReturn = character === '\r' && state !== 'quoted';
      if (follows && state === 'start' && record.length === 0) continue;
      length += 1;
      if (length > MOST_CHARACTERS) throw new Error(`The record that begins on line ${line} is too long`);
      if (state === 'quoted') {
        if (character === '"') state = 'quote';
        else field += character;
      } else if (character === ',' || isBreak) {
        record.push(field);
        [field, state] = ['', 'start'];
        if (!isBreak) continue;
        line += 1;
        if (record.length > 1 || record[0] !== '') yield record;
        [record, length] = [[], 0];
      } else if (character === '"' && state !== 'plain') {
        if (state === 'quote') field += '"';
        state = 'quoted';
      } else if (state === 'quote') {
        throw new Error(`Record ${line} has text behind a closing quote`);
      } else {
        field += character;
        state = 'plain';
      }
    }
  }
  if (state === 'quoted') throw new Error(`Record ${line} has a quote that is not closed`);
  if (state !== 'start' || record.length > 0) yield [...record, field];
}
