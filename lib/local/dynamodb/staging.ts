import type { Change, Part, Store, Table, View } from './dynalite.ts';

/** A view of a store that keeps what is written for one atomic batch. */
export interface Staging {
  readonly view: View;
  readonly changes: readonly Change[];
}

type Fail = Parameters<View>[0];

/** dynalite works on in callbacks; what it throws there would end the process instead of the one operation. */
function guard<T>(done: (error?: Error | null, value?: T) => void, fail: Fail): typeof done {
  return (error, value) => {
    try {
      done(error, value);
    } catch (thrown) {
      fail(thrown);
    }
  };
}

function stagePart(base: Part, prefix: string, changes: Change[], fail: Fail): Part {
  return {
    get: (key, done) => base.get(key, guard(done, fail)),
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
 * dynalite writes an item and each of its index entries one after the other; a process killed between them would
 * leave index entries that no later write removes. Operations therefore run on a staging view, and their writes
 * reach LevelDB as one batch, which is all or nothing across a crash (LevelDB documentation, "Atomic Updates").
 *
 * The key prefixes are those of dynalite 4.0.0's `createPrefixedDbWrapper`.
 * Reads do not see staged writes: no operation, and no transaction, may touch one item twice.
 */
export function stageWrites(base: Store, tables: ReadonlyMap<string, Table>): Staging {
  const changes: Change[] = [];
  const view: View = (fail) => ({
    options: base.options,
    db: base.db,
    tableDb: base.tableDb,
    getTable(name, ...rest) {
      const done = rest.length === 1 ? rest[0] : rest[1];
      const table = tables.get(name);
      if (table) done(null, table);
      else base.getTable(name, done);
    },
    getItemDb: (table) => stagePart(base.getItemDb(table), `item-${table}~`, changes, fail),
    getIndexDb: (type, table, index) =>
      stagePart(base.getIndexDb(type, table, index), `index-${type.toLowerCase()}~${table}~${index}~`, changes, fail),
  });
  return { view, changes };
}
