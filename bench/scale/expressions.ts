/** An item. This module evaluates the subset of DynamoDB expressions that the service uses, on plain objects. */
export type Item = Record<string, unknown>;

/** Values for the name and value placeholders in an expression. */
export interface Bindings {
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Record<string, unknown> | undefined;
}

type Evaluate<T> = (item: Item, bindings: Bindings) => T;
type Update = (item: Item, before: Item, bindings: Bindings) => void;

const TOKEN = /\s*(<=|>=|<>|[=<>(),+-]|[:#\w][\w.#-]*)/y;

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) tokens.push(match[1] as string);
  return tokens;
}

/** Reads an expression token by token. */
class Reader {
  #next = 0;
  readonly #tokens: readonly string[];
  constructor(text: string) {
    this.#tokens = tokenize(text);
  }
  peek(): string | undefined {
    return this.#tokens[this.#next];
  }
  take(expected?: string): string {
    const token = this.#tokens[this.#next++];
    if (token === undefined || (expected !== undefined && token.toUpperCase() !== expected)) {
      throw new Error(`Expected ${expected ?? 'more'}, got ${token} in ${this.#tokens.join(' ')}`);
    }
    return token;
  }
  skip(token: string): boolean {
    if (this.peek()?.toUpperCase() !== token) return false;
    this.#next += 1;
    return true;
  }
}

const pathOf = (token: string, { ExpressionAttributeNames: names = {} }: Bindings): string[] =>
  token.split('.').map((part) => (part.startsWith('#') ? (names[part] ?? part) : part));

function get(item: Item, path: readonly string[]): unknown {
  let value: unknown = item;
  for (const name of path) value = (value as Item | undefined)?.[name];
  return value;
}

function readOperand(reader: Reader): Evaluate<unknown> {
  const token = reader.take();
  if (token === 'size') {
    reader.take('(');
    const path = reader.take();
    reader.take(')');
    return (item, bindings) => {
      const value = get(item, pathOf(path, bindings));
      return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
    };
  }
  if (token.startsWith(':')) return (_, { ExpressionAttributeValues: values = {} }) => values[token];
  return (item, bindings) => get(item, pathOf(token, bindings));
}

const COMPARISONS: Record<string, (a: never, b: never) => boolean> = {
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

function readTerm(reader: Reader): Evaluate<boolean> {
  if (reader.skip('NOT')) {
    const term = readTerm(reader);
    return (item, bindings) => !term(item, bindings);
  }
  if (reader.skip('(')) {
    const inner = readOr(reader);
    reader.take(')');
    return inner;
  }
  const name = reader.peek();
  if (name === 'attribute_exists' || name === 'attribute_not_exists' || name === 'begins_with') {
    reader.take();
    reader.take('(');
    const path = reader.take();
    const prefix = name === 'begins_with' && reader.skip(',') ? readOperand(reader) : undefined;
    reader.take(')');
    return (item, bindings) => {
      const value = get(item, pathOf(path, bindings));
      if (prefix) return String(value).startsWith(String(prefix(item, bindings)));
      return (value !== undefined) === (name === 'attribute_exists');
    };
  }
  const left = readOperand(reader);
  if (reader.skip('IN')) {
    reader.take('(');
    const options = [readOperand(reader)];
    while (reader.skip(',')) options.push(readOperand(reader));
    reader.take(')');
    return (item, bindings) => options.some((option) => option(item, bindings) === left(item, bindings));
  }
  const compare = COMPARISONS[reader.take()] as (a: unknown, b: unknown) => boolean;
  const right = readOperand(reader);
  return (item, bindings) => {
    const [a, b] = [left(item, bindings), right(item, bindings)];
    return a !== undefined && b !== undefined && compare(a, b);
  };
}

function readAnd(reader: Reader): Evaluate<boolean> {
  const terms = [readTerm(reader)];
  while (reader.skip('AND')) terms.push(readTerm(reader));
  return (item, bindings) => terms.every((term) => term(item, bindings));
}

function readOr(reader: Reader): Evaluate<boolean> {
  const terms = [readAnd(reader)];
  while (reader.skip('OR')) terms.push(readAnd(reader));
  return (item, bindings) => terms.some((term) => term(item, bindings));
}

const conditions = new Map<string, Evaluate<boolean>>();

/** True if an item satisfies a condition. */
export function holdsFor(condition: string, item: Item, bindings: Bindings): boolean {
  let evaluate = conditions.get(condition);
  if (!evaluate) {
    evaluate = readOr(new Reader(condition));
    conditions.set(condition, evaluate);
  }
  return evaluate(item, bindings);
}

function set(item: Item, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    item[name] = value;
    return;
  }
  const inner = { ...(item[name] as Item) };
  item[name] = inner;
  set(inner, rest, value);
}

function remove(item: Item, path: readonly string[]): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) delete item[name];
  else if (item[name]) {
    const inner = { ...(item[name] as Item) };
    item[name] = inner;
    remove(inner, rest);
  }
}

function readSet(reader: Reader): Update {
  const path = reader.take();
  reader.take('=');
  const first = readOperand(reader);
  const sign = reader.skip('+') ? 1 : reader.skip('-') ? -1 : 0;
  const second = sign === 0 ? undefined : readOperand(reader);
  return (item, before, bindings) => {
    const value = first(before, bindings);
    const sum = second ? Number(value) + sign * Number(second(before, bindings)) : value;
    set(item, pathOf(path, bindings), sum);
  };
}

function readAdd(reader: Reader): Update {
  const path = reader.take();
  const amount = readOperand(reader);
  return (item, before, bindings) => {
    const names = pathOf(path, bindings);
    set(item, names, Number(get(before, names) ?? 0) + Number(amount(before, bindings)));
  };
}

function readRemove(reader: Reader): Update {
  const path = reader.take();
  return (item, _, bindings) => remove(item, pathOf(path, bindings));
}

const CLAUSES: Record<string, (reader: Reader) => Update> = { SET: readSet, ADD: readAdd, REMOVE: readRemove };

const updates = new Map<string, Update[]>();

/** Returns an updated copy of an item. */
export function updated(expression: string, before: Item, bindings: Bindings): Item {
  let steps = updates.get(expression);
  if (!steps) {
    const reader = new Reader(expression);
    steps = [];
    while (reader.peek() !== undefined) {
      const read = CLAUSES[reader.take().toUpperCase()];
      if (!read) throw new Error(`Cannot read the update ${expression}`);
      do steps.push(read(reader));
      while (reader.skip(','));
    }
    updates.set(expression, steps);
  }
  const item = { ...before };
  for (const step of steps) step(item, before, bindings);
  return item;
}
