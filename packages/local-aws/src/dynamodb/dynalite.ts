import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DamagedFolderError } from '../damage.ts';
import { ServiceError } from '../gateway/index.ts';
import { reopenAfterFailure } from './reopen.ts';

/**
 * Typed access to dynalite 4.0.0. Calling its operations and validations in process instead of over HTTP saves a hop and a port, and lets
 * {@link stageWrites} collect an operation's writes.
 */
const load = createRequire(import.meta.url);

export type Item = Record<string, Record<string, unknown>>;
export type Parameters = Record<string, unknown>;
type Callback<T> = (error?: Error | null, value?: T) => void;

/** A named section of the LevelDB database. */
export interface Part {
  put(key: string, value: unknown, done: Callback<void>): void;
  get(key: string, done: Callback<unknown>): void;
  del(key: string, done: Callback<void>): void;
  createValueStream(options: object): AsyncIterable<Item>;
  lock(key: string, run: (release: <T>(done: Callback<T>) => Callback<T>) => void): void;
}

export type Change = { type: 'put'; key: string; value: unknown } | { type: 'del'; key: string };

export interface Table {
  readonly TableName: string;
  readonly TableStatus: string;
  readonly KeySchema: readonly { AttributeName: string; KeyType: string }[];
  readonly AttributeDefinitions: readonly { AttributeName: string; AttributeType: string }[];
  readonly GlobalSecondaryIndexes?: readonly {
    IndexName: string;
    KeySchema: Table['KeySchema'];
    Projection: { ProjectionType: string; NonKeyAttributes?: readonly string[] };
  }[];
}

export interface Store {
  readonly options: { maxItemSize: number };
  readonly db: {
    open(options: { maxOpenFiles: number }): Promise<void>;
    close(): Promise<void>;
    getSync(key: string): unknown;
    /** Handles every write; see {@link reopenAfterFailure}. */
    batch: (changes: readonly Change[]) => Promise<void>;
    iterator(range: { gte: string; lt: string }): AsyncIterable<[string, unknown]>;
    values(range: object): AsyncIterable<unknown>;
    createValueStream(range: object): Readable;
  };
  readonly tableDb: Part & { awsAccountId: string; awsRegion: string };
  getTable(name: string, ...rest: [boolean, Callback<Table>] | [Callback<Table>]): void;
  getItemDb(table: string): Part;
  getIndexDb(type: string, table: string, index: string): Part;
}

type Action = (store: Store, data: Parameters, done: Callback<Parameters>) => void;
interface Validation {
  readonly types: object;
  readonly custom: unknown;
}
interface DynaliteFailure extends Error {
  readonly statusCode?: number;
  readonly body?: { __type: string; message?: string; Message?: string };
}

const database = load('dynalite/db') as {
  create(options: { path: string; createTableMs: number }): Store;
  checkConditional(data: Parameters, item?: Item): DynaliteFailure | null | undefined;
  validateKey(key: Item, table: Table): DynaliteFailure | null | undefined;
  createKey(item: Item, table: Table): string;
  itemSize(item: Item): number;
};
const validations = load('dynalite/validations') as {
  checkTypes(data: Parameters, types: object): Parameters;
  checkValidations(data: Parameters, types: object, custom: unknown, store: Store): void;
};

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Converts dynalite's errors, which are already in DynamoDB's format. Any other error is a bug and is rethrown as is. */
function translate(error: unknown): unknown {
  const { statusCode, body } = error as DynaliteFailure;
  if (!statusCode || !body) return error;
  return new ServiceError(body.__type, body.message ?? body.Message ?? '', statusCode);
}

/**
 * Number of files that LevelDB keeps open, ten of which are not tables. Each open table maps 2 MB of memory, so with LevelDB's default of
 * 1,000, the process would grow to 2 GB. LevelDB's minimum is 74.
 */
const MAX_OPEN_FILES = 74;

/** Records that damage was found. LevelDB drops the damaged part when it opens the database, so the next start would not detect it. */
const DAMAGE_FILE = 'DAMAGED.txt';

/** Without its CURRENT file, LevelDB would create a new database and ignore the old tables. */
function checkFiles(path: string): void {
  const files = readdirSync(path);
  if (files.includes(DAMAGE_FILE)) throw new DamagedFolderError(path, readFileSync(join(path, DAMAGE_FILE), 'utf8'));
  if (!files.includes('CURRENT') && files.some((name) => /^MANIFEST|\.ldb$/.test(name)))
    throw new DamagedFolderError(path, 'the file CURRENT is missing');
}

/**
 * Reads every block once, and then LevelDB's startup messages. Only these report that LevelDB dropped the rest of a write-ahead log because
 * of a wrong checksum. A truncated log cannot be told apart from a write that was interrupted by a power failure.
 */
async function readTables(path: string, store: Store): Promise<void> {
  const dropped = readFileSync(join(path, 'LOG'), 'utf8').match(/\S+: dropping \d+ bytes; .*/)?.[0];
  if (dropped) throw new Error(`Corruption: ${dropped}`);
  for await (const _ of store.db.values({ valueEncoding: 'buffer' }));
}

/** Opens the LevelDB database in a directory. @throws DamagedFolderError, or an error if another process has it open */
export async function openStore(path: string): Promise<Store> {
  checkFiles(path);
  const store = database.create({ path, createTableMs: 0 });
  // Streams in dynalite 4.0.0 end without closing their iterators. Each iterator pins the state of the database as of its creation, in
  // memory and on disk, so overwritten rows would never be dropped. All reads go through this stream, which closes when it ends or is
  // destroyed.
  store.db.createValueStream = (range) => Readable.from(store.db.values(range) as AsyncIterable<Item>);
  const open = (): Promise<void> => store.db.open({ maxOpenFiles: MAX_OPEN_FILES });
  reopenAfterFailure(path, store.db, open);
  try {
    await open();
    await readTables(path, store);
    return store;
  } catch (error) {
    await store.db.close().catch(() => {});
    const { code, message, cause } = error as Error & { code?: string };
    const what = cause instanceof Error ? cause.message : message;
    // Other errors, such as a full disk or another process using the database, do not mean that it is damaged.
    if (/Corruption|Invalid argument|No such file/.test(what)) {
      writeFileSync(join(path, DAMAGE_FILE), what);
      throw new DamagedFolderError(path, what, { cause: error });
    }
    throw code === 'LEVEL_DATABASE_NOT_OPEN' && cause ? cause : error;
  }
}

/** Checks parameters as DynamoDB does and parses expressions. @throws {ServiceError} ValidationException, SerializationException */
export function validate(store: Store, operation: string, parameters: Parameters): Parameters {
  const { types, custom } = load(`dynalite/validations/${lowerFirst(operation)}`) as Validation;
  try {
    const data = validations.checkTypes(parameters, types);
    validations.checkValidations(data, types, custom, store);
    return data;
  } catch (error) {
    throw translate(error);
  }
}

/** Runs an operation on validated parameters. @throws {ServiceError} */
export function perform(store: Store, operation: string, data: Parameters): Promise<Parameters> {
  const action = load(`dynalite/actions/${lowerFirst(operation)}`) as Action;
  return new Promise((resolve, reject) => {
    action(store, data, (error, value) => (error ? reject(translate(error)) : resolve(value ?? {})));
  });
}

/** Reads a table, whatever its status. @throws {ServiceError} ResourceNotFoundException */
export function readTable(store: Store, name: string): Promise<Table> {
  return new Promise((resolve, reject) => {
    store.getTable(name, false, (error, table) => (error ? reject(translate(error)) : resolve(table!)));
  });
}

/**
 * Encodes an item's key as it is stored in the table's section of the database.
 * @throws {ServiceError} if the key does not match the table's schema
 */
export function encodeKey(table: Table, key: Item): string {
  const invalid = database.validateKey(key, table);
  if (invalid) throw translate(invalid);
  return database.createKey(key, table);
}

/** Item size in bytes, as DynamoDB counts it. */
export const sizeOfItem = (item: Item): number => database.itemSize(item);

export const readItem = (store: Store, table: Table, key: Item): Item | undefined =>
  store.db.getSync(`item-${table.TableName}~${encodeKey(table, key)}`) as Item | undefined;

/** Checks the condition in validated parameters. @throws {ServiceError} ConditionalCheckFailedException */
export function checkCondition(data: Parameters, item: Item | undefined): void {
  const failure = database.checkConditional(data, item);
  if (failure) throw translate(failure);
}
