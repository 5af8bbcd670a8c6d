import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Maximum number of characters in a logged value, and in all values of a line. CloudWatch Logs charges by size and truncates lines at 1 MB.
 */
const MAX_VALUE = 4_000;
const MAX_LINE = 16_000;

/** Number of characters left for the current line. */
let left = MAX_LINE;

/** Truncates the values of a line. `JSON.stringify` starts with the whole line, under an empty key. */
function shorten(key: string, value: unknown): unknown {
  if (key === '') left = MAX_LINE;
  if (left <= 0) return undefined;
  left -= key.length;
  if (typeof value !== 'string') return key.length > MAX_VALUE ? undefined : value;
  const text = value.length > Math.min(MAX_VALUE, left) ? `${value.slice(0, Math.max(0, Math.min(MAX_VALUE, left)))}…` : value;
  left -= text.length;
  return text;
}

/** The logger. Log only identifiers and outcomes, because query strings, headers, and bodies may contain tokens or text from clients. */
export const log = new Logger({ jsonReplacerFn: shorten });
