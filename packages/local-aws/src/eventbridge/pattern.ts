import { BlockList, isIP } from 'node:net';

export type EventPattern = Readonly<Record<string, unknown>>;

type Test = (value: unknown) => boolean;

export class PatternError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PatternError';
  }
}

const FIELDS = ['version', 'id', 'detail-type', 'source', 'account', 'time', 'region', 'resources', 'detail'];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads an operand that may be a list. @throws {PatternError} for an empty list, or a value that `valid` rejects */
function readList(operand: unknown, valid: (value: unknown) => boolean, path: string): unknown[] {
  const list = Array.isArray(operand) ? operand : [operand];
  if (list.length > 0 && list.every(valid)) return list;
  throw new PatternError(`${path} must not be ${JSON.stringify(operand)}`);
}

function readText(operand: unknown, path: string): string {
  if (isText(operand)) return operand;
  throw new PatternError(`${path} must be a string, got ${JSON.stringify(operand)}`);
}

/** `*` stands for any text, `\\*` for an asterisk. */
function compileWildcard(pattern: string, path: string): Test {
  if (/(?<!\\)\*\*/.test(pattern)) throw new PatternError(`${path} must not have consecutive wildcards, got "${pattern}"`);
  const parts = pattern.match(/\\[\\*]|[\s\S]/gu) ?? [];
  const source = parts.map((part) =>
    part === '*' ? '[\\s\\S]*' : part.slice(part.startsWith('\\') ? 1 : 0).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
  );
  const expression = new RegExp(`^${source.join('')}$`, 'u');
  return (value) => isText(value) && expression.test(value);
}

/** Compiles `prefix` or `suffix`, either of which may ignore case. */
function compileAffix(operand: unknown, path: string, has: (text: string, part: string) => boolean): Test {
  const ignoreCase = isObject(operand) && Object.keys(operand).join() === 'equals-ignore-case';
  const part = readText(ignoreCase ? operand['equals-ignore-case'] : operand, path);
  if (ignoreCase) return (value) => isText(value) && has(value.toLowerCase(), part.toLowerCase());
  return (value) => isText(value) && has(value, part);
}

const COMPARISONS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '=': (value, limit) => value === limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
};

/** Compiles one comparison, or a lower and an upper limit. */
function compileNumeric(operand: unknown, path: string): Test {
  const [first, low, second, high, ...rest] = Array.isArray(operand) ? operand : [];
  const range = /^>=?$/.test(String(first)) && /^<=?$/.test(String(second)) && typeof high === 'number' && rest.length === 0;
  const single = Array.isArray(operand) && operand.length === 2 && Object.hasOwn(COMPARISONS, String(first));
  if (typeof low !== 'number' || !(range || single)) {
    throw new PatternError(`${path} must be a comparison such as [">", 0, "<=", 5], got ${JSON.stringify(operand)}`);
  }
  return (value) =>
    typeof value === 'number' && COMPARISONS[String(first)]!(value, low) && (!range || COMPARISONS[String(second)]!(value, high));
}

function compileCidr(operand: unknown, path: string): Test {
  const [address = '', length = ''] = readText(operand, path).split('/');
  const family = (text: string) => (isIP(text) === 6 ? 'ipv6' : 'ipv4');
  const list = new BlockList();
  try {
    list.addSubnet(address, /^\d+$/.test(length) ? Number(length) : Number.NaN, family(address));
  } catch (cause) {
    throw new PatternError(`${path} must be a range of addresses such as 10.0.0.0/24, got "${operand}"`, { cause });
  }
  return (value) => isText(value) && isIP(value) > 0 && list.check(value, family(value));
}

/** Compiles `anything-but`. It matches any value that is present, except the listed values or values that a nested matcher matches. */
function compileAnythingBut(operand: unknown, path: string): Test {
  if (!isObject(operand)) {
    const values = readList(operand, (value) => isText(value) || typeof value === 'number', path);
    return (value) => !values.includes(value);
  }
  const [name = '', ...more] = Object.keys(operand);
  if (more.length > 0 || !['prefix', 'suffix', 'equals-ignore-case', 'wildcard'].includes(name)) {
    throw new PatternError(`${path} must have one of prefix, suffix, equals-ignore-case, wildcard, got ${JSON.stringify(operand)}`);
  }
  const texts = readList(operand[name], (value) => isText(value) && (value !== '' || name === 'wildcard'), `${path}.${name}`);
  const tests = texts.map((text) => MATCHERS[name]!(text, `${path}.${name}`));
  return (value) => !tests.some((test) => test(value));
}

/** Matchers for a value that is present (EventBridge User Guide, "Comparison operators for use in event patterns"). */
const MATCHERS: Readonly<Record<string, (operand: unknown, path: string) => Test>> = {
  prefix: (operand, path) => compileAffix(operand, path, (text, part) => text.startsWith(part)),
  suffix: (operand, path) => compileAffix(operand, path, (text, part) => text.endsWith(part)),
  wildcard: (operand, path) => compileWildcard(readText(operand, path), path),
  'equals-ignore-case': (operand, path) => {
    const text = readText(operand, path).toLowerCase();
    return (value) => isText(value) && value.toLowerCase() === text;
  },
  numeric: compileNumeric,
  cidr: compileCidr,
  'anything-but': compileAnythingBut,
};

function compileMatcher(matcher: unknown, path: string): Test {
  if (isScalar(matcher)) return (value) => value === matcher;
  const [name = '', ...more] = isObject(matcher) ? Object.keys(matcher) : [];
  const operand = isObject(matcher) ? matcher[name] : undefined;
  // An object in the event does not count as a value, and neither does an empty list.
  if (name === 'exists' && typeof operand === 'boolean') return (value) => (value !== undefined && !isObject(value)) === operand;
  const compile = Object.hasOwn(MATCHERS, name) ? MATCHERS[name] : undefined;
  if (!compile || more.length > 0) throw new PatternError(`${path}: the matcher ${JSON.stringify(matcher)} is not available locally`);
  const test = compile(operand, `${path}.${name}`);
  return (value) => value !== undefined && test(value);
}

/** Matches any of the alternatives. An array in the event matches if any of its elements does. */
function compileLeaf(values: readonly unknown[], path: string): Test {
  if (values.length === 0) throw new PatternError(`${path} must list at least one value`);
  const tests = values.map((value) => compileMatcher(value, path));
  return (value) => {
    const present = Array.isArray(value) && value.length > 0 ? value : [Array.isArray(value) ? undefined : value];
    return present.some((one) => tests.some((test) => test(one)));
  };
}

/** Compiles `$or`, whose alternatives are patterns that may cover several fields. */
function compileOr(alternatives: unknown, path: string): Test {
  if (!Array.isArray(alternatives) || alternatives.length < 2 || !alternatives.every(isObject)) {
    throw new PatternError(`${path} must be a list of two or more patterns, got ${JSON.stringify(alternatives)}`);
  }
  const tests = alternatives.map((alternative, index) => compileNode(alternative, `${path}[${index}]`));
  return (value) => tests.some((test) => test(value));
}

function compileNode(pattern: Readonly<Record<string, unknown>>, path: string): Test {
  const fields = Object.entries(pattern).map(([name, part]) => {
    const where = path === '' ? name : `${path}.${name}`;
    if (name === '$or') return [undefined, compileOr(part, where)] as const;
    if (Array.isArray(part)) return [name, compileLeaf(part, where)] as const;
    if (isObject(part)) return [name, compileNode(part, where)] as const;
    throw new PatternError(`${where} must be a list of alternatives or an object, got ${JSON.stringify(part)}`);
  });
  if (fields.length === 0) throw new PatternError(`${path || 'The pattern'} is empty`);
  const matches: Test = (value) => {
    const members = isObject(value) ? value : {};
    return fields.every(([name, test]) =>
      name === undefined ? test(members) : test(Object.hasOwn(members, name) ? members[name] : undefined),
    );
  };
  return (value) => (Array.isArray(value) ? value.some(matches) : matches(value));
}

/**
 * Compiles an event pattern (EventBridge User Guide, "Event patterns").
 * @throws {PatternError} for unknown fields or matchers. The error names them.
 */
export function compilePattern(pattern: EventPattern): (event: object) => boolean {
  const unknownField = Object.keys(pattern).find((name) => !FIELDS.includes(name) && !name.startsWith('$'));
  if (unknownField) throw new PatternError(`Events do not have the field ${unknownField}; the fields are ${FIELDS.join(', ')}`);
  return compileNode(pattern, '');
}
