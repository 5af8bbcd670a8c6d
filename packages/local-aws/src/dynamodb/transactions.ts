import { createHash } from 'node:crypto';
import { ServiceError } from '../gateway/index.ts';
import { type Capacity, inTransaction, withIndexes } from './capacity.ts';
import { type Change, checkCondition, type Item, type Parameters, perform, readItem, type Table, validate } from './dynalite.ts';
import { commit, type Database, findTable, isConditionFailure, itemOf, pickKey } from './operations.ts';
import { stageWrites } from './staging.ts';

/** Maximum number of items in a transaction (DynamoDB quotas). */
const MAX_ITEMS = 100;
/** How long a repeated ClientRequestToken does not cause another write, in ms (API reference: 10 minutes). */
const TOKEN_LIFETIME = 10 * 60 * 1000;
/** Prefix of request tokens in LevelDB; dynalite does not use it. */
export const TOKEN_PREFIX = 'transaction-token~';

/** Operation whose rules apply to each transaction item type. */
const OPERATIONS: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'DeleteItem',
};

interface Step {
  readonly kind: string;
  readonly table: Table;
  readonly key: Item;
  readonly data: Parameters;
  readonly wantsItem: boolean;
}

interface Reason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: Item;
}

function invalid(message: string): ServiceError {
  return new ServiceError('ValidationException', message);
}

function readEntries(parameters: Parameters): Parameters[] {
  const entries = parameters.TransactItems;
  if (Array.isArray(entries) && entries.length > 0 && entries.length <= MAX_ITEMS) return entries as Parameters[];
  const length = Array.isArray(entries) ? entries.length : 'no';
  throw invalid(`TransactItems must have 1 to ${MAX_ITEMS} members, got ${length}`);
}

function readStep(database: Database, entry: Parameters): Step {
  const [kind = '', ...others] = Object.keys(entry);
  const operation = OPERATIONS[kind];
  if (!operation || others.length > 0) {
    throw invalid(`Each member of TransactItems must have exactly one of ${Object.keys(OPERATIONS).join(', ')}`);
  }
  const parameters = entry[kind] as Parameters;
  if (kind === 'ConditionCheck' && parameters.ConditionExpression === undefined) {
    throw invalid('ConditionCheck requires a ConditionExpression');
  }
  const table = findTable(database, parameters.TableName);
  const wantsItem = parameters.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';
  const data = validate(database.store, operation, {
    ...parameters,
    TableName: table.TableName,
    ...(kind !== 'ConditionCheck' && { ReturnConsumedCapacity: 'TOTAL' }),
  });
  const key = kind === 'Put' ? pickKey(table, data.Item as Item) : (data.Key as Item);
  return { kind, table, key, data, wantsItem };
}

function refuseDuplicates(items: readonly string[]): void {
  if (new Set(items).size < items.length) {
    throw invalid('Transaction request cannot include multiple operations on one item');
  }
}

/** Any reason except `None` cancels the transaction. */
interface Staged {
  readonly reason: Reason;
  readonly capacity?: Capacity;
}

const CHECK_UNITS = 1;

async function stageStep(database: Database, step: Step, changes: Change[]): Promise<Staged> {
  try {
    if (step.kind === 'ConditionCheck') {
      checkCondition(step.data, readItem(database.store, step.table, step.key));
      const capacity = { TableName: step.table.TableName, CapacityUnits: CHECK_UNITS };
      return { reason: { Code: 'None' }, capacity };
    }
    const staging = stageWrites(database.store, database.tables);
    const answer = await perform(staging.view, OPERATIONS[step.kind]!, step.data);
    changes.push(...staging.changes);
    const capacity = withIndexes(answer, staging.changes).ConsumedCapacity as Capacity;
    return { reason: { Code: 'None' }, capacity };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (!isConditionFailure(error)) return { reason: { Code: 'ValidationError', Message: error.message } };
    const item = step.wantsItem ? readItem(database.store, step.table, step.key) : undefined;
    return { reason: { Code: 'ConditionalCheckFailed', Message: error.message, ...(item && { Item: item }) } };
  }
}

function refuseCancelled(reasons: readonly Reason[]): void {
  if (reasons.every(({ Code }) => Code === 'None')) return;
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  throw new ServiceError('TransactionCanceledException', message, 400, {
    Message: message,
    CancellationReasons: reasons,
  });
}

interface Token {
  readonly digest: string;
  readonly expires: number;
}

/** Replacer for `JSON.stringify` that sorts members by name, because their order does not matter. */
const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** @returns true if this request was already committed */
function isRepeated({ store }: Database, key: string, digest: string): boolean {
  const token = store.db.getSync(key) as Token | undefined;
  if (!token || token.expires < Date.now()) return false;
  if (token.digest === digest) return true;
  throw new ServiceError('IdempotentParameterMismatchException', 'ClientRequestToken was already used with different parameters');
}

/**
 * Writes all items or none, even if the process is killed, because the writes and the request token form a single LevelDB batch.
 * @throws {ServiceError} TransactionCanceledException with one reason per item, in order
 */
export async function transactWrite(database: Database, parameters: Parameters): Promise<Parameters> {
  const entries = readEntries(parameters);
  const digest = createHash('sha256').update(JSON.stringify(entries, sorted)).digest('hex');
  const steps = entries.map((entry) => readStep(database, entry));
  const items = steps.map(({ table, key }) => itemOf(table, key));
  refuseDuplicates(items);
  const token = parameters.ClientRequestToken;
  database.inTransaction.push(...items);
  const finish = () => {
    for (const item of items) database.inTransaction.splice(database.inTransaction.indexOf(item), 1);
  };
  const work = database.exclusively(async () => {
    const key = typeof token === 'string' ? TOKEN_PREFIX + token : undefined;
    if (key && isRepeated(database, key, digest)) return {};
    const changes: Change[] = [];
    const staged: Staged[] = [];
    for (const step of steps) staged.push(await stageStep(database, step, changes));
    refuseCancelled(staged.map(({ reason }) => reason));
    const value: Token = { digest, expires: Date.now() + TOKEN_LIFETIME };
    await commit(database, key ? [...changes, { type: 'put', key, value }] : changes);
    const wanted = parameters.ReturnConsumedCapacity;
    if (wanted !== 'TOTAL' && wanted !== 'INDEXES') return {};
    return { ConsumedCapacity: inTransaction(staged.map(({ capacity }) => capacity)) };
  });
  return work.finally(finish);
}
