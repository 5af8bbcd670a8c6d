import { type Change, type Item, type Parameters, sizeOfItem } from './dynalite.ts';

/** Bytes per write unit (DynamoDB developer guide, "Capacity"). */
const UNIT = 1024;

/** Factor by which a transaction multiplies an item's units. */
const IN_TRANSACTION = 2;

export interface Capacity {
  readonly TableName: string;
  readonly CapacityUnits: number;
}

const INDEX = /^index-global~([^~]+)~/;

/**
 * Returns the write units of each table's global indexes: one per KB written and one per removed entry. dynalite only counts units for the
 * table itself.
 */
function indexUnits(changes: readonly Change[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const change of changes) {
    const table = INDEX.exec(change.key)?.[1];
    if (table === undefined) continue;
    const cost = change.type === 'put' ? Math.ceil(sizeOfItem(change.value as Item) / UNIT) : 1;
    units.set(table, (units.get(table) ?? 0) + cost);
  }
  return units;
}

/** Adds index units to a write response that reports consumed capacity. */
export function withIndexes(answer: Parameters, changes: readonly Change[]): Parameters {
  if (!answer.ConsumedCapacity) return answer;
  const units = indexUnits(changes);
  const add = (capacity: Capacity): Capacity => ({
    ...capacity,
    CapacityUnits: capacity.CapacityUnits + (units.get(capacity.TableName) ?? 0),
  });
  const consumed = answer.ConsumedCapacity as Capacity | Capacity[];
  return { ...answer, ConsumedCapacity: Array.isArray(consumed) ? consumed.map(add) : add(consumed) };
}

export function inTransaction(parts: readonly (Capacity | undefined)[]): Capacity[] {
  const units = new Map<string, number>();
  for (const part of parts) {
    if (part) units.set(part.TableName, (units.get(part.TableName) ?? 0) + part.CapacityUnits * IN_TRANSACTION);
  }
  return [...units].map(([TableName, CapacityUnits]) => ({ TableName, CapacityUnits }));
}
