import { ServiceError } from '../gateway/index.ts';

/** First and last byte, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a Range header (RFC 9110, section 14). As in S3, multiple or invalid ranges select the whole object.
 * @throws {ServiceError} InvalidRange if the range is outside the object
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [first, last] = [match[1]!, match[2]!];
  const range =
    first === ''
      ? { start: Math.max(0, size - Number(last)), end: size - 1 }
      : { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined;
  if (range.start <= range.end) return range;
  throw new ServiceError('InvalidRange', 'The requested range is not satisfiable', 416);
}
