/** An event pattern as it stands in a rule of the template. */
export type EventPattern = Readonly<Record<string, unknown>>;

/** Whether an event, or a part of one, matches. */
type Test = (value: unknown) => boolean;

export class PatternError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatternError';
  }
}

const FIELDS = ['version', 'id', 'detail-type', 'source', 'account', 'time', 'region', 'resources', 'detail'];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);

function readTexts(value: unknown, path: string): string[] {
  const texts = Array.isArray(value) ? value : [value];
  if (texts.length > 0 && texts.every((text) => typeof text === 'string')) return texts;
  throw new PatternError(`${path} must be a string or a list of strings, got ${JSON.stringify(value)}`);
}

const startsWith = (prefixes: readonly string[]): Test => {
  return (value) => typeof value === 'string' && prefixes.some((prefix) => value.startsWith(prefix));
};
const endsWith = (suffixes: readonly string[]): Test => {
  return (value) => typeof value === 'string' && suffixes.some((suffix) => value.endsWith(suffix));
};

function compileAnythingBut(operand: unknown, path: string): Test {
  if (isObject(operand)) {
    const [name, ...others] = Object.keys(operand);
    if (others.length === 0 && name === 'prefix') {
      const refused = startsWith(readTexts(operand.prefix, path));
      return (value) => isScalar(value) && !refused(value);
    }
    if (others.length === 0 && name === 'suffix') {
      const refused = endsWith(readTexts(operand.suffix, path));
      return (value) => isScalar(value) && !refused(value);
    }
    throw new PatternError(`${path}: anything-but with ${Object.keys(operand).join(', ')} is not available locally`);
  }
  const refused: unknown[] = Array.isArray(operand) ? operand : [operand];
  if (refused.length === 0 || !refused.every((value) => typeof value === 'string' || typeof value === 'number')) {
    throw new PatternError(`${path}: anything-but takes strings or numbers, got ${JSON.stringify(operand)}`);
  }
  const set = new Set<unknown>(refused);
  return (value) => isScalar(value) && !set.has(value);
}

const COMPARISONS: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '=': (value, bound) => value === bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

function compileNumeric(operand: unknown, path: string): Test {
  const parts: unknown[] = Array.isArray(operand) ? operand : [];
  const conditions: ((value: number) => boolean)[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    const compare = COMPARISONS[String(parts[index])];
    const bound = parts[index + 1];
    if (!compare || typeof bound !== 'number') {
      throw new PatternError(`${path}: numeric takes pairs such as ">", 0, got ${JSON.stringify(operand)}`);
    }
    conditions.push((value) => compare(value, bound));
  }
  if (conditions.length === 0 || conditions.length > 2) {
    throw new PatternError(`${path}: numeric takes one or two comparisons, got ${JSON.stringify(operand)}`);
  }
  return (value) => typeof value === 'number' && conditions.every((holds) => holds(value));
}

const OPERATORS: Readonly<Record<string, (operand: unknown, path: string) => Test>> = {
  prefix: (operand, path) => startsWith(readTexts(operand, path)),
  suffix: (operand, path) => endsWith(readTexts(operand, path)),
  'anything-but': compileAnythingBut,
  numeric: compileNumeric,
  exists(operand, path) {
    if (typeof operand !== 'boolean') throw new PatternError(`${path}: exists takes true or false`);
    return operand ? isScalar : (value) => value === undefined;
  },
};

function compileRule(rule: unknown, path: string): Test {
  if (isScalar(rule)) return (value) => value === rule;
  const [name, ...others] = isObject(rule) ? Object.keys(rule) : [];
  const operator = name === undefined || others.length > 0 ? undefined : OPERATORS[name];
  if (operator) return operator((rule as Record<string, unknown>)[name!], `${path}.${name}`);
  throw new PatternError(
    `${path}: the matcher ${JSON.stringify(rule)} is not available locally; there are literals, ${Object.keys(OPERATORS).join(', ')}`,
  );
}

/** Any one of the alternatives; an array in the event matches by any one of its elements. */
function compileLeaf(rules: readonly unknown[], path: string): Test {
  if (rules.length === 0) throw new PatternError(`${path} lists nothing to match`);
  const tests = rules.map((rule) => compileRule(rule, path));
  const matches: Test = (value) => tests.some((test) => test(value));
  return (value) => (Array.isArray(value) ? value.some(matches) : matches(value));
}

function compileNode(pattern: Readonly<Record<string, unknown>>, path: string): Test {
  const fields = Object.entries(pattern).map(([name, part]) => {
    const where = path === '' ? name : `${path}.${name}`;
    if (name.startsWith('$')) throw new PatternError(`${where}: ${name} is not available locally`);
    if (Array.isArray(part)) return [name, compileLeaf(part, where)] as const;
    if (isObject(part)) return [name, compileNode(part, where)] as const;
    throw new PatternError(`${where} must be a list of alternatives or an object, got ${JSON.stringify(part)}`);
  });
  if (fields.length === 0) throw new PatternError(`${path || 'The pattern'} is empty`);
  const matches: Test = (value) => {
    const members = isObject(value) ? value : {};
    return fields.every(([name, test]) => test(Object.hasOwn(members, name) ? members[name] : undefined));
  };
  return (value) => (Array.isArray(value) ? value.some(matches) : matches(value));
}

/**
 * Compiles an event pattern (EventBridge User Guide, "Event patterns"): literals, prefix, suffix, anything-but,
 * numeric and exists.
 * @throws {PatternError} for any other operator, and for fields that no event has, by name
 */
export function compilePattern(pattern: EventPattern): (event: object) => boolean {
  const stranger = Object.keys(pattern).find((name) => !FIELDS.includes(name) && !name.startsWith('$'));
  if (stranger) throw new PatternError(`No event has the field ${stranger}; there are ${FIELDS.join(', ')}`);
  return compileNode(pattern, '');
}
