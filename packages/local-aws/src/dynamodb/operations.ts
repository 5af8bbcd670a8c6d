import { ServiceError } from '../gateway/index.ts';
import { withIndexes } from './capacity.ts';
import { type Change, encodeKey, type Item, type Parameters, perform, readItem, type Store, type Table, validate } from './dynalite.ts';
import { createLock, type Lock } from './lock.ts';
import { stageWrites } from './staging.ts';

export interface Database {
  readonly store: Store;
  readonly tables: ReadonlyMap<string, Table>;
  /** Lock for all writes, and for reads that need a consistent view of several items. */
  readonly exclusively: Lock;
  /** Items in transactions that are in progress, identified by {@link itemOf}. An item is listed once per transaction. */
  readonly inTransaction: string[];
}

export function createDatabase(store: Store, tables: ReadonlyMap<string, Table>): Database {
  return { store, tables, exclusively: createLock(), inTransaction: [] };
}

/** @throws {ServiceError} ResourceNotFoundException */
export function findTable({ tables }: Database, name: unknown): Table {
  const table = typeof name === 'string' ? tables.get(name.replace(/^arn:.*:table\//, '')) : undefined;
  if (table) return table;
  throw new ServiceError('ResourceNotFoundException', 'Requested resource not found');
}

export function isConditionFailure(error: ServiceError): boolean {
  return error.code.endsWith('#ConditionalCheckFailedException');
}

export async function commit({ store }: Database, changes: readonly Change[]): Promise<void> {
  if (changes.length > 0) await store.db.batch(changes);
}

export const itemOf = (table: Table, key: Item): string => `${table.TableName}~${encodeKey(table, key)}`;

export function pickKey(table: Table, item: Item): Item {
  return Object.fromEntries(table.KeySchema.flatMap(({ AttributeName: name }) => (item[name] ? [[name, item[name]]] : [])));
}

/** Adds the item that failed the condition, if requested, because dynalite does not support that option. */
function withFailedItem(database: Database, parameters: Parameters, error: unknown): unknown {
  if (parameters.ReturnValuesOnConditionCheckFailure !== 'ALL_OLD') return error;
  if (!(error instanceof ServiceError && isConditionFailure(error))) return error;
  const table = findTable(database, parameters.TableName);
  const key = (parameters.Key as Item | undefined) ?? pickKey(table, parameters.Item as Item);
  const item = readItem(database.store, table, key);
  return new ServiceError(error.code, error.message, error.status, item ? { Item: item } : {});
}

/** @throws {ServiceError} TransactionConflictException if a transaction in progress is writing or checking the same item */
function refuseConflict(database: Database, data: Parameters): void {
  const table = database.tables.get(String(data.TableName));
  if (!table || database.inTransaction.length === 0) return;
  const item = itemOf(table, (data.Key as Item | undefined) ?? pickKey(table, data.Item as Item));
  if (!database.inTransaction.includes(item)) return;
  throw new ServiceError('TransactionConflictException', 'Transaction is ongoing for the item');
}

/** Runs a write exclusively and commits it as one batch. @throws {ServiceError} */
export async function write(database: Database, operation: string, parameters: Parameters): Promise<Parameters> {
  const original = { ...parameters };
  const data = validate(database.store, operation, parameters);
  refuseConflict(database, data);
  return database.exclusively(async () => {
    const { view, changes } = stageWrites(database.store, database.tables);
    try {
      const answer = await perform(view, operation, data);
      await commit(database, changes);
      return withIndexes(answer, changes);
    } catch (error) {
      throw withFailedItem(database, original, error);
    }
  });
}

/** @throws {ServiceError} */
export async function read(database: Database, operation: string, parameters: Parameters): Promise<Parameters> {
  const { view } = stageWrites(database.store, database.tables);
  return perform(view, operation, validate(database.store, operation, parameters));
}
