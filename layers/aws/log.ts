import { Logger } from '@aws-lambda-powertools/logger';

/** Maximum number of characters of a logged value, and of all values of a line. CloudWatch Logs charges by size and cuts lines at 1 MB. */
const MAX_VALUE = 4_000;
const MAX_LINE = 16_000;

/** Remaining characters of the current line. */
let left = MAX_LINE;

/** Shortens a line's values. JSON begins with the whole line, whose key is empty. */
function shorten(key: string, value: unknown): unknown {
  if (key === '') left = MAX_LINE;
  if (left <= 0) return undefined;
  left -= key.length;
  if (typeof value !== 'string') return key.length > MAX_VALUE ? undefined : value;
  const text = value.length > Math.min(MAX_VALUE, left) ? `${value.slice(0, Math.max(0, Math.min(MAX_VALUE, left)))}…` : value;
  left -= text.length;
  return text;
}

/** The logger. Log only identifiers and outcomes, since query strings, headers, and bodies may contain tokens or clients' text. */
export const log = new Logger({ jsonReplacerFn: shorten });
