export type EventPattern = Readonly<Record<string, unknown>>;

type Test = (value: unknown) => boolean;

export class PatternError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatternError';
  }
}

const FIELDS = ['version', 'id', 'detail-type', 'source', 'account', 'time', 'region', 'resources', 'detail'];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Matches any of the values. An array in the event matches if any of its elements does. */
function compileLeaf(values: readonly unknown[], path: string): Test {
  if (values.length === 0) throw new PatternError(`${path} must list at least one value`);
  const matcher = values.find((value) => !isScalar(value));
  if (matcher !== undefined)
    throw new PatternError(`${path}: the matcher ${JSON.stringify(matcher)} is not available locally; use exact values`);
  return (value) => (Array.isArray(value) ? value : [value]).some((one) => values.includes(one));
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
 * Compiles an event pattern with exact values (EventBridge User Guide, "Event patterns").
 * @throws {PatternError} for unknown fields and for matchers such as prefix, naming them
 */
export function compilePattern(pattern: EventPattern): (event: object) => boolean {
  const unknownField = Object.keys(pattern).find((name) => !FIELDS.includes(name) && !name.startsWith('$'));
  if (unknownField) throw new PatternError(`Events do not have the field ${unknownField}; the fields are ${FIELDS.join(', ')}`);
  return compileNode(pattern, '');
}
