import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';

/** Characters of one record: a line of a bill has a few hundred columns. */
const MAX_RECORD_SIZE = 1_000_000;

/**
 * Reads CSV (RFC 4180) record by record as it arrives. Empty lines are skipped; records may differ in length.
 *
 * @throws Error that names the line: a quote inside an unquoted field, text behind a closing quote, a quote that is not closed, a
 *   record that is too long
 */
export const readCsv = (text: AsyncIterable<string> | Iterable<string>): AsyncIterableIterator<string[]> =>
  pipeline(
    text,
    parse({
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: MAX_RECORD_SIZE,
      relax_column_count: true,
      skip_empty_lines: true,
    }),
    // The reader of the records gets the error.
    () => {},
  )[Symbol.asyncIterator]();
