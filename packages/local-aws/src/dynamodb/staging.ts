import type { Change, Part, Store, Table } from './dynalite.ts';

/** A view of a store that collects writes for one atomic batch. */
export interface Staging {
  readonly view: Store;
  readonly changes: readonly Change[];
}

function stagePart({ db }: Store, base: Part, prefix: string, changes: Change[]): Part {
  return {
    get(key, done) {
      let value: unknown;
      try {
        // Rows are nearly always in memory, so handing the read to another thread would take far longer than the read itself.
        value = db.getSync(prefix + key);
      } catch (error) {
        // This happens while the database reopens, for example. Throwing later, in one of dynalite's callbacks, would crash the process.
        return done(error as Error);
      }
      done(null, value);
    },
    createValueStream: (options) => base.createValueStream(options),
    put(key, value, done) {
      changes.push({ type: 'put', key: prefix + key, value });
      done(null);
    },
    del(key, done) {
      changes.push({ type: 'del', key: prefix + key });
      done(null);
    },
    // The caller holds the write lock, so dynalite's per-key locks are unnecessary.
    lock: (_key, run) => run((done) => done),
  };
}

/**
 * dynalite writes an item and its index entries separately, so killing the process in between would leave index entries that no later write
 * removes. Operations therefore run on a staging view that writes to LevelDB in one atomic batch (LevelDB documentation, "Atomic Updates").
 * The key prefixes match `createPrefixedDbWrapper` in dynalite 4.0.0. Reads do not see staged writes, so an operation or transaction must
 * not touch the same item twice.
 */
export function stageWrites(base: Store, tables: ReadonlyMap<string, Table>): Staging {
  const changes: Change[] = [];
  const view: Store = {
    options: base.options,
    db: base.db,
    tableDb: base.tableDb,
    getTable(name, ...rest) {
      const done = rest.length === 1 ? rest[0] : rest[1];
      const table = tables.get(name);
      if (table) done(null, table);
      else base.getTable(name, done);
    },
    getItemDb: (table) => stagePart(base, base.getItemDb(table), `item-${table}~`, changes),
    getIndexDb: (type, table, index) =>
      stagePart(base, base.getIndexDb(type, table, index), `index-${type.toLowerCase()}~${table}~${index}~`, changes),
  };
  return { view, changes };
}
