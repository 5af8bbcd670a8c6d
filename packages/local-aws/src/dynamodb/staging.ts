import type { Change, Part, Store, Table } from './dynalite.ts';

/** A view of a store that keeps what is written for one atomic batch. */
export interface Staging {
  readonly view: Store;
  readonly changes: readonly Change[];
}

function stagePart({ db }: Store, base: Part, prefix: string, changes: Change[]): Part {
  return {
    get(key, done) {
      let value: unknown;
      try {
        // A row is nearly always in memory: going to another thread for it takes far longer than reading it.
        value = db.getSync(prefix + key);
      } catch (error) {
        // Such as while the database is opened anew. What dynalite throws in a later callback would end the process.
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
    // The caller holds the one write lock, so the per-key locks of dynalite have nothing to guard.
    lock: (_key, run) => run((done) => done),
  };
}

/**
 * dynalite writes an item and each of its index entries one after the other; a process killed between them would leave index entries that
 * no later write removes. Operations therefore run on a staging view, and their writes reach LevelDB as one batch, which is all or nothing
 * across a crash (LevelDB documentation, "Atomic Updates").
 *
 * The key prefixes match `createPrefixedDbWrapper` of dynalite 4.0.0. Reads do not see staged writes: no operation, and no transaction, may
 * touch one item twice.
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
