import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';

/** Maximum length of a record, in characters. A line on a bill has a few hundred columns. */
const MAX_RECORD_SIZE = 1_000_000;

/**
 * Parses a stream of CSV (RFC 4180). Empty lines are skipped, and records may differ in length.
 * @throws Error that names the line if quoting is invalid or a record is too long
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
    // The iterator throws the error.
    () => {},
  )[Symbol.asyncIterator]();
