import { mkdir } from 'node:fs/promises';
import {
  type Access,
  answerJson,
  type LocalService,
  type Place,
  readJson,
  readTarget,
  ServiceError,
  type ServiceRequest,
} from '../gateway/index.ts';
import { openStore, type Parameters, type Table } from './dynalite.ts';
import { expire } from './expiry.ts';
import { createDatabase, type Database, read, write } from './operations.ts';
import { ensureTable, type TableDefinition } from './tables.ts';
import { transactWrite } from './transactions.ts';

const TARGET = 'DynamoDB_20120810';
/** Maximum request size, in bytes (DynamoDB allows 16 MB for a batch write). */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
/**
 * Interval at which expired rows are deleted, in ms. DynamoDB only promises to delete them within days, so readers must check the expiry
 * themselves.
 */
const EXPIRY_INTERVAL = 60_000;

type Operation = (database: Database, parameters: Parameters) => Promise<Parameters>;

/** The template defines the tables, so operations that create or change them are deliberately missing. */
const OPERATIONS = new Map<string, Operation>([
  ...['GetItem', 'BatchGetItem', 'Query', 'Scan', 'DescribeTable', 'ListTables'].map(
    (name) => [name, (database, parameters) => read(database, name, parameters)] as [string, Operation],
  ),
  ...['PutItem', 'UpdateItem', 'DeleteItem'].map(
    (name) => [name, (database, parameters) => write(database, name, parameters)] as [string, Operation],
  ),
  ['TransactWriteItems', transactWrite],
]);

/** IAM action by transaction item type. */
const TRANSACTION_ACTIONS: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

function listAccess(operation: string, parameters: Parameters, { region, account }: Place): Access[] {
  const arn = (table: unknown): string => {
    const name = String(table);
    return name.startsWith('arn:') ? name : `arn:aws:dynamodb:${region}:${account}:table/${name}`;
  };
  if (operation.startsWith('Transact')) {
    const items = Array.isArray(parameters.TransactItems) ? (parameters.TransactItems as Parameters[]) : [];
    return items.flatMap(Object.entries).map(([kind, item]) => ({
      action: `dynamodb:${TRANSACTION_ACTIONS[kind] ?? kind}`,
      resources: [arn((item as Parameters).TableName)],
    }));
  }
  const action = `dynamodb:${operation}`;
  if (operation.startsWith('Batch')) {
    return [{ action, resources: Object.keys((parameters.RequestItems as object | undefined) ?? {}).map(arn) }];
  }
  if (operation === 'ListTables') return [{ action, resources: ['*'] }];
  const index = parameters.IndexName === undefined ? '' : `/index/${parameters.IndexName}`;
  return [{ action, resources: [arn(parameters.TableName) + index] }];
}

async function run(database: Database, request: ServiceRequest): Promise<Parameters> {
  const name = readTarget(request.headers, TARGET);
  const operation = OPERATIONS.get(name);
  if (!operation) throw new ServiceError('UnknownOperationException', `${name} is not available locally`);
  const parameters = readParameters(request);
  // An operation may modify its parameters, so a repeated request must parse them again.
  parsed.delete(request.body);
  return operation(database, parameters);
}

/** Returns a request's parameters, parsed once for both authorization and the operation. */
function readParameters({ body }: ServiceRequest): Parameters {
  const parameters = parsed.get(body) ?? readJson(body);
  parsed.set(body, parameters);
  return parameters;
}

const parsed = new WeakMap<Buffer, Parameters>();

export interface DynamoDb {
  readonly service: LocalService;
  /** Deletes expired rows, as the timer does every minute. @param now Unix time in seconds */
  expire(now?: number): Promise<void>;
  stop(): Promise<void>;
}

export interface DynamoDbOptions {
  /** LevelDB directory; created if missing. */
  readonly dir: string;
  readonly place: Place;
  readonly tables: readonly TableDefinition[];
  readonly onFault?: (error: unknown) => void;
}

/**
 * Embedded DynamoDB: dynalite's operations plus transactions, time to live, and crash-safe indexes.
 * @throws if another process is using the directory, or if a table in it has different keys, attributes, or indexes
 */
export async function startDynamoDb({ dir, place, tables, onFault }: DynamoDbOptions): Promise<DynamoDb> {
  await mkdir(dir, { recursive: true });
  const store = await openStore(dir);
  Object.assign(store.tableDb, { awsAccountId: place.account, awsRegion: place.region });
  const ready = new Map<string, Table>();
  try {
    for (const definition of tables) ready.set(definition.TableName, await ensureTable(store, definition));
  } catch (error) {
    await store.db.close();
    throw error;
  }
  const database = createDatabase(store, ready);
  const expiring = new Map(
    tables.flatMap(({ TableName, TimeToLiveSpecification: ttl }) => (ttl?.Enabled ? [[TableName, ttl.AttributeName] as const] : [])),
  );
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = (): void => {
    sweeping = sweeping.then(() => expire(database, expiring)).catch((error: unknown) => onFault?.(error));
  };
  const timer = setInterval(sweep, EXPIRY_INTERVAL);
  timer.unref();
  return {
    service: {
      service: 'dynamodb',
      protocol: 'json',
      body: 'buffered',
      maxBodyBytes: MAX_BODY_BYTES,
      authorize: (request) => listAccess(readTarget(request.headers, TARGET), readParameters(request), place),
      handle: async (request) => answerJson(await run(database, request), { 'x-amzn-requestid': request.id }),
    },
    expire: (now) => expire(database, expiring, now),
    async stop() {
      clearInterval(timer);
      await sweeping;
      // Waits for the write in progress. Later writes fail as on a closed connection.
      await database.exclusively(() => store.db.close());
    },
  };
}
