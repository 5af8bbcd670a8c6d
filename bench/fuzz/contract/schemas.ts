import fc from 'fast-check';

/** The parts of a JSON schema that are used here. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
}

/** Values that careless code mistakes for something else. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '😀'.repeat(50),
  'x'.repeat(5_000),
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '%00',
  '2026-13-45',
  [],
  {},
  [[[[]]]],
  { toString: 1 },
  { length: -1 },
];

const hostile = fc.constantFrom(...HOSTILE);

/** Generates values that match a schema. @param resolve resolves a `$ref` */
export function valuesOf(schema: Schema, resolve: (ref: string) => Schema): fc.Arbitrary<unknown> {
  if (schema.$ref) return valuesOf(resolve(schema.$ref), resolve);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, resolve)));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type }, resolve)));
  switch (schema.type) {
    case 'object':
      return objectsOf(schema, resolve);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, resolve), { maxLength: 4 });
    case 'string':
      return textsOf(schema);
    case 'integer':
    case 'number':
      return numbersOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return hostile;
  }
}

function objectsOf({ properties = {}, required = [], additionalProperties }: Schema, resolve: (ref: string) => Schema) {
  const entries = Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema, resolve)] as const);
  if (entries.length === 0 && typeof additionalProperties === 'object')
    return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), valuesOf(additionalProperties, resolve), { maxKeys: 4 });
  return fc.record(Object.fromEntries(entries), { requiredKeys: [...required] });
}

function textsOf({ format, pattern, minLength = 0, maxLength = 100 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'uri') return fc.constantFrom('http://127.0.0.1:9/a', 'https://example.invalid/voice.wav', 's3://a/b');
  if (format === 'date-time') return fc.constant('2026-11-23T12:00:00.000Z');
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.string({ minLength, maxLength: Math.min(maxLength, 100), unit: 'grapheme' });
}

function numbersOf({ type, minimum = -1_000, maximum = 1_000, multipleOf }: Schema): fc.Arbitrary<number> {
  if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true });
  const step = multipleOf ?? 1;
  return fc.integer({ min: Math.ceil(minimum / step), max: Math.floor(maximum / step) }).map((count) => count * step);
}

/** Damages a value in one place: replaces a value with a hostile one, deletes a field, or adds one. */
export const damaged = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(values, fc.array(fc.nat(7), { minLength: 1, maxLength: 3 }), hostile, fc.constantFrom('set', 'delete', 'add'))
    .map(([value, path, bad, action]) => damage(structuredClone(value), path, bad, action));

function damage(value: unknown, [at = 0, ...rest]: readonly number[], bad: unknown, action: string): unknown {
  if (typeof value !== 'object' || value === null) return bad;
  const keys = Object.keys(value);
  const fields = value as Record<string, unknown>;
  const key = keys[at % Math.max(1, keys.length)];
  if (action === 'add' || key === undefined) return { ...value, unknown_field: bad };
  if (rest.length > 0) fields[key] = damage(fields[key], rest, bad, action);
  else if (action === 'delete') delete fields[key];
  else fields[key] = bad;
  return value;
}
