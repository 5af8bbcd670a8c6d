import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../gateway/index.ts';
import { perform, readTable, type Store, type Table, validate } from './dynalite.ts';

/** The supported properties of an AWS::DynamoDB::Table, resolved. */
export interface TableDefinition {
  readonly TableName: string;
  readonly KeySchema: Table['KeySchema'];
  readonly AttributeDefinitions: Table['AttributeDefinitions'];
  readonly GlobalSecondaryIndexes?: NonNullable<Table['GlobalSecondaryIndexes']>;
  readonly TimeToLiveSpecification?: { readonly AttributeName: string; readonly Enabled: boolean };
}

/** Describes a table's keys, attributes, and indexes in a comparable form, regardless of their order. */
function describeShape(table: TableDefinition | Table): string {
  const keys = (schema: Table['KeySchema']): string =>
    schema.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`).join(' + ');
  const attributes = table.AttributeDefinitions.map((entry) => `${entry.AttributeName}:${entry.AttributeType}`);
  const indexes = (table.GlobalSecondaryIndexes ?? []).map(
    ({ IndexName, KeySchema, Projection: { ProjectionType, NonKeyAttributes = [] } }) =>
      `${IndexName} (${keys(KeySchema)}; ${[ProjectionType, ...[...NonKeyAttributes].sort()].join(' ')})`,
  );
  return `key ${keys(table.KeySchema)}; attributes ${attributes.sort().join(', ')}; indexes ${indexes.sort().join(', ') || 'none'}`;
}

async function findTable(store: Store, name: string): Promise<Table | undefined> {
  try {
    return await readTable(store, name);
  } catch (error) {
    if (error instanceof ServiceError && error.code.endsWith('#ResourceNotFoundException')) return undefined;
    throw error;
  }
}

async function createTable(store: Store, { TimeToLiveSpecification, ...definition }: TableDefinition): Promise<Table> {
  const parameters = { ...structuredClone(definition), BillingMode: 'PAY_PER_REQUEST' };
  await perform(store, 'CreateTable', validate(store, 'CreateTable', parameters));
  // dynalite sets a table to ACTIVE from a timer. If it is killed before that, the status is still CREATING, which is treated as missing
  // below.
  for (;;) {
    const table = await readTable(store, definition.TableName);
    if (table.TableStatus === 'ACTIVE') return table;
    await sleep(1);
  }
}

function removeUnfinished(store: Store, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    store.tableDb.del(name, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Creates a table, or opens an existing one with the same keys, attributes, and indexes.
 * @throws if they differ, because stored rows cannot be re-keyed
 */
export async function ensureTable(store: Store, definition: TableDefinition): Promise<Table> {
  const name = definition.TableName;
  const existing = await findTable(store, name);
  if (existing?.TableStatus !== 'ACTIVE') {
    if (existing) await removeUnfinished(store, name);
    return createTable(store, definition);
  }
  const [stored, wanted] = [describeShape(existing), describeShape(definition)];
  if (stored === wanted) return existing;
  throw new Error(
    `The table ${name} in the data directory does not match the template.\n  stored: ${stored}\n  expected: ${wanted}\nEmpty the data directory (--fresh) or restore the template.`,
  );
}
