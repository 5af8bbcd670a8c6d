import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { VirtualClock } from './clock.ts';
import { type Bindings, holdsFor, type Item, updated } from './expressions.ts';
import { type Kind, Usage } from './usage.ts';

/** A table in the model. */
export interface TableModel {
  key: string;
  sort?: string;
  /** Partition key and sort key of each index, by index name. */
  indexes?: Record<string, readonly [string, string]>;
  /** Returns the size of an item, in bytes. */
  size(item: Item): number;
}

interface Command extends Bindings {
  TableName: string;
  Key?: Item;
  Item?: Item;
  IndexName?: string;
  KeyConditionExpression?: string;
  FilterExpression?: string;
  ConditionExpression?: string;
  UpdateExpression?: string;
  ReturnValues?: string;
  ConsistentRead?: boolean;
  Limit?: number;
}

interface Place {
  table: string;
  /** Name of the partition. */
  partition: string;
  /** ID of the item within its partition. */
  id: string;
}

type Change = Place & { before: Item | undefined; after: Item | undefined };

/** Average duration of reads, writes, and transactions within a region, in ms. */
const LATENCY = { read: 4, write: 6, transaction: 14 };

/** Maximum delay before an index is up to date, in ms. */
const INDEX_DELAY = 50;

/** Number of attempts that the SDK makes when it is throttled (`maxAttempts` of the service's clients), and its first delay, in ms. */
const ATTEMPTS = 4;
const BACKOFF = 50;

const KB = 1024;

class Throttled extends Error {
  override readonly name = 'ThrottlingException';
}

/**
 * Models DynamoDB in memory and in virtual time, in place of the document client's `send`. The model has conditional writes, mutually
 * exclusive transactions that use twice the units, and delayed indexes. Each partition key has 1,000 write units and 3,000 read units per
 * second. Above these limits, requests are throttled and the SDK retries.
 */
export class DatabaseModel {
  readonly usage = new Usage();
  conflicts = 0;
  calls = 0;
  readonly #tables: ReadonlyMap<string, TableModel>;
  readonly #items = new Map<string, Map<string, Item>>();
  readonly #indexes = new Map<string, Map<string, Item>>();
  readonly #held = new Map<string, number>();
  readonly #clock: VirtualClock;
  readonly #random: () => number;

  constructor(tables: Record<string, TableModel>, clock: VirtualClock, random: () => number) {
    this.#tables = new Map(Object.entries(tables));
    this.#clock = clock;
    this.#random = random;
  }

  /** Stands in for the client's `send`. */
  async send(command: { constructor: { name: string }; input: object }): Promise<unknown> {
    const name = command.constructor.name.replace(/Command$/, '');
    this.calls += 1;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#run(name, command.input as Command);
      } catch (error) {
        if (!(error instanceof Throttled) || attempt === ATTEMPTS) throw error;
        await this.#clock.wait(this.#random() * BACKOFF * 2 ** attempt);
      }
    }
  }

  /** Counts the items of a table whose partition key has a prefix. */
  count(table: string, prefix: string): number {
    let count = 0;
    for (const [name, items] of this.#items) if (name.startsWith(`${table}/${prefix}`)) count += items.size;
    return count;
  }

  #run(name: string, input: Command): Promise<unknown> {
    if (name === 'TransactWrite') return this.#transact(input as never);
    if (name === 'Put' || name === 'Update' || name === 'Delete') return this.#write(name, input);
    if (name === 'Get') return this.#get(input);
    if (name === 'BatchGet') return this.#batchGet(input as never);
    if (name === 'Query') return this.#query(input);
    if (name === 'Scan') return this.#scan(input);
    throw new Error(`The model does not support ${name}`);
  }

  #table(name: string): TableModel {
    const table = this.#tables.get(name);
    if (!table) throw new Error(`There is no table ${name}`);
    return table;
  }

  #place({ TableName, Key, Item: item }: Command): Place {
    const { key, sort } = this.#table(TableName);
    const source = Key ?? item ?? {};
    return { table: TableName, partition: String(source[key]), id: sort ? String(source[sort]) : '' };
  }

  #find({ table, partition, id }: Place): Item | undefined {
    return this.#items.get(`${table}/${partition}`)?.get(id);
  }

  #take(kind: Kind, uses: readonly (readonly [name: string, units: number])[]): void {
    const { now } = this.#clock;
    if (!uses.every(([name, units]) => this.usage.fits(kind, name, units, now))) {
      this.usage.throttled += 1;
      throw new Throttled('Throughput of a partition exceeded');
    }
    for (const [name, units] of uses) this.usage.use(kind, name, units, now);
  }

  #latency(mean: number): Promise<void> {
    return this.#clock.wait(mean * (0.6 - 0.4 * Math.log(1 - this.#random())));
  }

  async #get(input: Command): Promise<unknown> {
    const place = this.#place(input);
    this.#takeRead(place, this.#find(place), input.ConsistentRead);
    await this.#latency(LATENCY.read);
    const item = this.#find(place);
    return item ? { Item: item } : {};
  }

  #takeRead(place: Place, item: Item | undefined, isConsistent = false): void {
    const units = Math.ceil((item ? this.#table(place.table).size(item) : 1) / (4 * KB)) * (isConsistent ? 1 : 0.5);
    this.#take('read', [[`${place.table}/${place.partition}`, units]]);
  }

  async #batchGet({ RequestItems }: { RequestItems: Record<string, { Keys: Item[]; ConsistentRead?: boolean }> }) {
    const Responses: Record<string, Item[]> = {};
    const requests = Object.entries(RequestItems);
    for (const [TableName, { Keys, ConsistentRead }] of requests) {
      for (const Key of Keys) {
        const place = this.#place({ TableName, Key });
        this.#takeRead(place, this.#find(place), ConsistentRead);
      }
    }
    await this.#latency(LATENCY.read);
    for (const [TableName, { Keys }] of requests) {
      Responses[TableName] = Keys.map((Key) => this.#find(this.#place({ TableName, Key }))).filter((item) => item !== undefined);
    }
    return { Responses };
  }

  async #query(input: Command): Promise<unknown> {
    const { TableName: table, IndexName: index, KeyConditionExpression = '', Limit = Number.POSITIVE_INFINITY } = input;
    const [partition, sort = ''] = index
      ? (this.#table(table).indexes?.[index] ?? [''])
      : [this.#table(table).key, this.#table(table).sort];
    const value = String(input.ExpressionAttributeValues?.[/^\w+ = (:\w+)/.exec(KeyConditionExpression)?.[1] ?? '']);
    const name = index ? `${table}.${index}/${value}` : `${table}/${value}`;
    await this.#latency(LATENCY.read);
    const all = [...((index ? this.#indexes : this.#items).get(name)?.values() ?? [])];
    const found = all.filter((item) => item[partition] === value && holdsFor(KeyConditionExpression, item, input));
    found.sort((a, b) => (String(a[sort]) < String(b[sort]) ? -1 : 1));
    const items = found.slice(0, Limit);
    const bytes = items.reduce((sum, item) => sum + this.#table(table).size(item), 0);
    this.#take('read', [[name, Math.max(1, Math.ceil(bytes / (4 * KB))) * (input.ConsistentRead ? 1 : 0.5)]]);
    const { FilterExpression: filter } = input;
    return { Items: filter ? items.filter((item) => holdsFor(filter, item, input)) : items };
  }

  /** A scan covers all partitions, so it does not count toward any one of them. */
  async #scan(input: Command): Promise<unknown> {
    await this.#latency(LATENCY.read * 10);
    const Items: Item[] = [];
    for (const [name, items] of this.#items) {
      if (!name.startsWith(`${input.TableName}/`)) continue;
      for (const item of items.values()) {
        if (!input.FilterExpression || holdsFor(input.FilterExpression, item, input)) Items.push(item);
      }
    }
    return { Items };
  }

  async #write(kind: string, input: Command): Promise<unknown> {
    const place = this.#place(input);
    const before = this.#find(place);
    this.#take('write', this.#unitsOf({ ...place, before, after: this.#after(kind, input, before) }, 1));
    if (this.#held.has(keyOf(place))) {
      this.conflicts += 1;
      await this.#latency(LATENCY.write);
      throw new Throttled('A transaction is in progress');
    }
    await this.#latency(LATENCY.write);
    const now = this.#find(place);
    if (!this.#holds(input, now)) {
      throw new ConditionalCheckFailedException({ message: 'The conditional request failed', $metadata: {} });
    }
    const after = this.#after(kind, input, now);
    this.#commit({ ...place, before: now, after });
    if (input.ReturnValues === 'ALL_OLD') return now ? { Attributes: now } : {};
    return { Attributes: after };
  }

  #holds(input: Command, item: Item | undefined): boolean {
    return input.ConditionExpression === undefined || holdsFor(input.ConditionExpression, item ?? {}, input);
  }

  #after(kind: string, input: Command, before: Item | undefined): Item | undefined {
    if (kind === 'Delete') return undefined;
    if (kind === 'Put') return input.Item;
    return updated(input.UpdateExpression ?? '', before ?? { ...input.Key }, input);
  }

  async #transact({ TransactItems }: { TransactItems: Record<string, Command>[] }): Promise<unknown> {
    const steps = TransactItems.flatMap((entry) => Object.entries(entry)).map(([kind, input]) => {
      const place = this.#place(input);
      return { kind, input, place, name: keyOf(place) };
    });
    const uses = steps.flatMap(({ kind, input, place }) => {
      const before = this.#find(place);
      return this.#unitsOf({ ...place, before, after: this.#after(kind, input, before) }, 2);
    });
    this.#take('write', uses);
    const codes = steps.map(({ name }) => (this.#held.has(name) ? 'TransactionConflict' : 'None'));
    if (codes.includes('TransactionConflict')) {
      this.conflicts += 1;
      await this.#latency(LATENCY.write);
      throw cancelled(codes);
    }
    for (const { name } of steps) this.#held.set(name, 1);
    await this.#latency(LATENCY.transaction);
    for (const { name } of steps) this.#held.delete(name);
    const failed = steps.map(({ input, place }) => !this.#holds(input, this.#find(place)));
    if (failed.includes(true)) throw cancelled(failed.map((fails) => (fails ? 'ConditionalCheckFailed' : 'None')));
    for (const { kind, input, place } of steps) {
      const before = this.#find(place);
      this.#commit({ ...place, before, after: this.#after(kind, input, before) });
    }
    return {};
  }

  /** Returns the units that a write uses in its partition and in each index that it changes. */
  #unitsOf({ table, partition, before, after }: Change, factor: number): (readonly [string, number])[] {
    const { size, indexes = {} } = this.#table(table);
    const units = (item: Item | undefined): number => Math.max(1, Math.ceil((item ? size(item) : 1) / KB));
    const uses: (readonly [string, number])[] = [[`${table}/${partition}`, factor * Math.max(units(before), units(after))]];
    for (const [index, [key, sort]] of Object.entries(indexes)) {
      const [old, now] = [indexKey(before, key, sort), indexKey(after, key, sort)];
      if (old === now && before && after && now !== undefined) uses.push([`${table}.${index}/${now.split('\n')[0]}`, units(after)]);
      else {
        if (old !== undefined) uses.push([`${table}.${index}/${old.split('\n')[0]}`, units(before)]);
        if (now !== undefined) uses.push([`${table}.${index}/${now.split('\n')[0]}`, units(after)]);
      }
    }
    return uses;
  }

  #commit({ table, partition, id, before, after }: Change): void {
    const name = `${table}/${partition}`;
    let items = this.#items.get(name);
    if (!items) {
      items = new Map();
      this.#items.set(name, items);
    }
    if (after) items.set(id, after);
    else items.delete(id);
    if (items.size === 0) this.#items.delete(name);
    const { indexes } = this.#table(table);
    if (!indexes) return;
    this.#clock.after(this.#random() * INDEX_DELAY, () => this.#index(table, indexes, { table, partition, id, before, after }));
  }

  #index(table: string, indexes: Record<string, readonly [string, string]>, { partition, id, before, after }: Change): void {
    for (const [index, [key, sort]] of Object.entries(indexes)) {
      const [old, now] = [indexKey(before, key, sort), indexKey(after, key, sort)];
      const entry = `${partition}\n${id}`;
      if (old !== undefined && old.split('\n')[0] !== now?.split('\n')[0]) {
        this.#indexes.get(`${table}.${index}/${old.split('\n')[0]}`)?.delete(entry);
      }
      if (now === undefined || !after) continue;
      const name = `${table}.${index}/${now.split('\n')[0]}`;
      let items = this.#indexes.get(name);
      if (!items) {
        items = new Map();
        this.#indexes.set(name, items);
      }
      items.set(entry, after);
    }
  }
}

const keyOf = ({ table, partition, id }: Place): string => `${table}/${partition}/${id}`;

/** Returns the position of an item in an index, or undefined if it is not in the index. */
const indexKey = (item: Item | undefined, key: string, sort: string): string | undefined =>
  item?.[key] === undefined || item[sort] === undefined ? undefined : `${item[key]}\n${item[sort]}`;

const cancelled = (codes: readonly string[]): Error =>
  new TransactionCanceledException({
    message: `Transaction cancelled [${codes.join(', ')}]`,
    CancellationReasons: codes.map((Code) => ({ Code })),
    $metadata: {},
  });
