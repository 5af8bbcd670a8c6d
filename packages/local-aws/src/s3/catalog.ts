import { openDatabase } from '../damage.ts';
import { ServiceError } from '../gateway/index.ts';
import type { Checksum } from './upload.ts';

/** An object. Its contents are in `file` in the bucket's directory. */
export interface StoredObject {
  readonly key: string;
  readonly file: string;
  readonly size: number;
  /** Hexadecimal MD5, without quotes. */
  readonly etag: string;
  /** Unix time in ms. */
  readonly modified: number;
  /** Set by the client: content-type, content-disposition, x-amz-meta-*, … */
  readonly headers: Readonly<Record<string, string>>;
  readonly checksum?: Checksum;
}

export interface Precondition {
  readonly ifNoneMatch?: string;
  readonly ifMatch?: string;
}

export interface Page {
  readonly objects: readonly StoredObject[];
  readonly prefixes: readonly string[];
  /** Start of the next page; absent on the last page. */
  readonly next?: string;
}

export interface PageRequest {
  readonly prefix: string;
  readonly delimiter: string;
  readonly startAfter: string;
  /** {@link Page.next} of the previous page. */
  readonly from?: string;
  readonly limit: number;
}

/** The index of the files. Like S3, it orders keys as UTF-8 bytes. */
export interface Catalog {
  find(bucket: string, key: string): StoredObject | undefined;
  /** @returns the replaced object's file, if any @throws {ServiceError} PreconditionFailed */
  put(bucket: string, object: StoredObject, precondition: Precondition): string | undefined;
  /** @returns the file that is no longer needed */
  remove(bucket: string, key: string): string | undefined;
  list(bucket: string, request: PageRequest): Page;
  /** Lists keys with a prefix whose objects were last written before a given Unix time in ms. */
  listOlder(bucket: string, prefix: string, before: number): string[];
  listFiles(bucket: string): Set<string>;
  close(): void;
}

interface Row {
  readonly key: Uint8Array;
  readonly record: string;
}

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT NOT NULL, key BLOB NOT NULL, file TEXT NOT NULL, modified INTEGER NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (bucket, key)
  ) WITHOUT ROWID`;

/** Returns the first byte string that sorts after every string starting with `prefix`, if there is one. */
function successor(prefix: Buffer): Buffer | undefined {
  const end = prefix.findLastIndex((byte) => byte < 0xff);
  if (end < 0) return undefined;
  const next: Buffer = Buffer.from(prefix.subarray(0, end + 1));
  next[end]! += 1;
  return next;
}

function checkPrecondition(existing: StoredObject | undefined, { ifNoneMatch, ifMatch }: Precondition): void {
  const matches = (tag: string): boolean => existing !== undefined && (tag === '*' || tag === `"${existing.etag}"`);
  const blocked = ifNoneMatch !== undefined && matches(ifNoneMatch);
  if (!blocked && (ifMatch === undefined || matches(ifMatch))) return;
  throw new ServiceError('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', 412);
}

/** A value that sorts after every key, for ranges without an upper bound. */
const END = Buffer.alloc(1025, 0xff);

export function openCatalog(path: string): Catalog {
  const database = openDatabase(path, SCHEMA);
  const select = database.prepare('SELECT key, record FROM objects WHERE bucket = ? AND key = ?');
  const upsert = database.prepare('INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?)');
  const erase = database.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?');
  const range = 'FROM objects WHERE bucket = ? AND key >= ? AND key < ?';
  const first = database.prepare(`SELECT key, record ${range} ORDER BY key LIMIT 1`);
  const older = database.prepare(`SELECT key ${range} AND modified < ?`);
  const files = database.prepare('SELECT file FROM objects WHERE bucket = ?');

  const parse = (row: unknown): StoredObject | undefined =>
    row === undefined ? undefined : (JSON.parse((row as Row).record) as StoredObject);
  const find = (bucket: string, key: string) => parse(select.get(bucket, Buffer.from(key)));

  function list(bucket: string, { prefix, delimiter, startAfter, from, limit }: PageRequest): Page {
    const objects: StoredObject[] = [];
    const prefixes: string[] = [];
    const start = Buffer.from(prefix);
    const end = successor(start) ?? END;
    const after = startAfter === '' ? start : Buffer.from(`${startAfter}\0`);
    let cursor: Buffer = from === undefined ? after : Buffer.from(from, 'base64url');
    if (Buffer.compare(cursor, start) < 0) cursor = start;
    for (;;) {
      const object = parse(first.get(bucket, cursor, end));
      if (!object) return { objects, prefixes };
      if (objects.length + prefixes.length >= limit) return { objects, prefixes, next: cursor.toString('base64url') };
      const cut = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length);
      if (cut < 0) {
        objects.push(object);
        cursor = Buffer.from(`${object.key}\0`);
      } else {
        const common = object.key.slice(0, cut + delimiter.length);
        prefixes.push(common);
        cursor = successor(Buffer.from(common)) ?? END;
      }
    }
  }

  return {
    find,
    put(bucket, object, precondition) {
      // Everything from the check to the write is synchronous, so that no other request interferes.
      const existing = find(bucket, object.key);
      checkPrecondition(existing, precondition);
      upsert.run(bucket, Buffer.from(object.key), object.file, object.modified, JSON.stringify(object));
      return existing?.file;
    },
    remove(bucket, key) {
      const existing = find(bucket, key);
      erase.run(bucket, Buffer.from(key));
      return existing?.file;
    },
    list,
    listOlder(bucket, prefix, before) {
      const start = Buffer.from(prefix);
      const rows = older.all(bucket, start, successor(start) ?? END, before) as { key: Uint8Array }[];
      return rows.map(({ key }) => Buffer.from(key).toString('utf8'));
    },
    listFiles: (bucket) => new Set((files.all(bucket) as { file: string }[]).map(({ file }) => file)),
    close: () => database.close(),
  };
}
