import { DefinitionError, StateError } from './failure.ts';
import { compilePath, type Data } from './path.ts';

export type Condition = (data: Data) => boolean;

type Rule = Readonly<Record<string, unknown>>;

type Scalar = string | number | boolean | undefined;

/** RFC 3339, with upper-case T and Z (Amazon States Language). */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** Unix time in ms, or undefined for anything but a timestamp. */
export const timeOf = (value: unknown): number | undefined =>
  typeof value === 'string' && TIMESTAMP.test(value) && Number.isFinite(Date.parse(value)) ? Date.parse(value) : undefined;

/** Reads a value as the type that an operator expects. Values of other types do not match. */
const READERS: Readonly<Record<string, (value: unknown) => Scalar>> = {
  String: (value) => (typeof value === 'string' ? value : undefined),
  Numeric: (value) => (typeof value === 'number' ? value : undefined),
  Boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  Timestamp: timeOf,
};

const COMPARISONS: Readonly<Record<string, (left: NonNullable<Scalar>, right: NonNullable<Scalar>) => boolean>> = {
  Equals: (left, right) => left === right,
  LessThan: (left, right) => left < right,
  LessThanEquals: (left, right) => left <= right,
  GreaterThan: (left, right) => left > right,
  GreaterThanEquals: (left, right) => left >= right,
};

const COMPARISON = /^(?:(String|Numeric|Timestamp)(Equals|(?:Less|Greater)Than(?:Equals)?)|(Boolean)(Equals))(Path)?$/;

/** Operators that test a value's type. */
const TESTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  IsPresent: (value) => value !== undefined,
  IsNull: (value) => value === null,
  IsString: (value) => typeof value === 'string',
  IsNumeric: (value) => typeof value === 'number',
  IsBoolean: (value) => typeof value === 'boolean',
  IsTimestamp: (value) => timeOf(value) !== undefined,
};

/** `*` stands for any text, `\\*` for an asterisk. */
function compileWildcard(pattern: string): RegExp {
  const parts = pattern.match(/\\[\\*]|[\s\S]/g) ?? [];
  const source = parts.map((part) => (part === '*' ? '[\\s\\S]*' : part.slice(-1).replace(/\W/, '\\$&')));
  return new RegExp(`^${source.join('')}$`);
}

function compileComparison({ Variable, ...rest }: Rule, where: string): Condition {
  const [operator, ...others] = Object.keys(rest);
  if (typeof Variable !== 'string') throw new DefinitionError(where, 'must have a Variable');
  if (operator === undefined || others.length > 0)
    throw new DefinitionError(where, `must have one operator, got ${Object.keys(rest).join(', ') || 'none'}`);
  const operand = rest[operator];
  const variable = compilePath(Variable, `${where}.Variable`);
  const check = (valid: boolean, type: string) => {
    if (!valid) throw new DefinitionError(`${where}.${operator}`, `must be a ${type}`);
  };
  if (Object.hasOwn(TESTS, operator)) {
    check(typeof operand === 'boolean', 'boolean');
    const test = TESTS[operator]!;
    const read = operator === 'IsPresent' ? variable.find : variable.read;
    return (data) => test(read(data)) === operand;
  }
  if (operator === 'StringMatches') {
    check(typeof operand === 'string', 'string');
    const pattern = compileWildcard(operand as string);
    return (data) => {
      const text = variable.read(data);
      return typeof text === 'string' && pattern.test(text);
    };
  }
  const match = COMPARISON.exec(operator);
  if (!match) throw new DefinitionError(where, `the operator ${operator} is not available locally`);
  const type = (match[1] ?? match[3])!;
  const [read, compare] = [READERS[type]!, COMPARISONS[(match[2] ?? match[4])!]!];
  if (!match[5]) check(read(operand) !== undefined, type === 'Numeric' ? 'number' : type.toLowerCase());
  const other = match[5] ? compilePath(String(operand), `${where}.${operator}`).read : () => operand;
  return (data) => {
    const [left, right] = [read(variable.read(data)), read(other(data))];
    return left !== undefined && right !== undefined && compare(left, right);
  };
}

/** Compiles a rule, without its `Next`. @throws {DefinitionError} for an unknown operator */
export function compileCondition(rule: Rule, where: string): Condition {
  const combined = (['And', 'Or', 'Not'] as const).find((name) => Object.hasOwn(rule, name));
  if (!combined) return compileComparison(rule, where);
  if (Object.keys(rule).length > 1) throw new DefinitionError(where, `${combined} cannot be combined with other operators`);
  const operand = rule[combined];
  const parts = (combined === 'Not' ? [operand] : operand) as Rule[];
  if (!Array.isArray(parts) || parts.length === 0) throw new DefinitionError(`${where}.${combined}`, 'must be a list of rules');
  const conditions = parts.map((part, index) => compileCondition(part, `${where}.${combined}[${index}]`));
  if (combined === 'Not') return (data) => !conditions[0]?.(data);
  return combined === 'And'
    ? (data) => conditions.every((condition) => condition(data))
    : (data) => conditions.some((condition) => condition(data));
}

/** Returns a Choice's next state. @throws {StateError} States.NoChoiceMatched */
export function choose(choices: readonly { condition: Condition; next: string }[], otherwise: string | undefined, data: Data): string {
  const next = choices.find(({ condition }) => condition(data))?.next ?? otherwise;
  if (next !== undefined) return next;
  throw new StateError('States.NoChoiceMatched', 'No choice matched, and the state does not have a Default');
}
