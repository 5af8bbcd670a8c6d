import { DefinitionError, StateError } from './failure.ts';
import { compilePath, type Data } from './path.ts';

/** A compiled condition of a Choice state. */
export type Condition = (data: Data) => boolean;

type Rule = Readonly<Record<string, unknown>>;

/** RFC 3339 as ASL wants it: capital T and Z. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const isTimestamp = (value: unknown): value is string => typeof value === 'string' && TIMESTAMP.test(value);

/** The comparable form of a value of each kind; undefined for a value of another kind. */
const KINDS: Readonly<Record<string, (value: unknown) => string | number | boolean | undefined>> = {
  String: (value) => (typeof value === 'string' ? value : undefined),
  Numeric: (value) => (typeof value === 'number' ? value : undefined),
  Boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  Timestamp: (value) => (isTimestamp(value) ? Date.parse(value) : undefined),
};

type Compare = (left: string | number | boolean, right: string | number | boolean) => boolean;

const COMPARISONS: Readonly<Record<string, Compare>> = {
  Equals: (left, right) => left === right,
  LessThan: (left, right) => left < right,
  LessThanEquals: (left, right) => left <= right,
  GreaterThan: (left, right) => left > right,
  GreaterThanEquals: (left, right) => left >= right,
};

const TESTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  IsPresent: (value) => value !== undefined,
  IsNull: (value) => value === null,
  IsString: (value) => typeof value === 'string',
  IsNumeric: (value) => typeof value === 'number',
  IsBoolean: (value) => typeof value === 'boolean',
  IsTimestamp: isTimestamp,
};

const OPERATOR =
  /^(String|Numeric|Boolean|Timestamp)(Equals|LessThanEquals|LessThan|GreaterThanEquals|GreaterThan)(Path)?$/;

/** A pattern where `*` stands for anything and `\*` for itself. */
function compilePattern(pattern: string): RegExp {
  const source = pattern.replace(/\\\*|\\\\|\*|[.+?^${}()|[\]\\]/g, (part) => {
    if (part === '*') return '.*';
    return part.length === 2 ? `\\${part[1]}` : `\\${part}`;
  });
  return new RegExp(`^${source}$`, 's');
}

function compileComparison(rule: Rule, where: string): Condition {
  const { Variable, ...rest } = rule;
  const [operator, ...others] = Object.keys(rest);
  if (typeof Variable !== 'string') throw new DefinitionError(where, 'needs a Variable');
  if (operator === undefined || others.length > 0)
    throw new DefinitionError(where, `needs one operator, got ${Object.keys(rest).join(', ') || 'none'}`);
  const variable = compilePath(Variable, `${where}.Variable`);
  const operand = rest[operator];
  const test = Object.hasOwn(TESTS, operator) ? TESTS[operator] : undefined;
  if (test) {
    if (typeof operand !== 'boolean') throw new DefinitionError(`${where}.${operator}`, 'must be true or false');
    return (data) => {
      const value = operator === 'IsPresent' ? variable.find(data) : variable.read(data);
      return test(value) === operand;
    };
  }
  if (operator === 'StringMatches' && typeof operand === 'string') {
    const pattern = compilePattern(operand);
    return (data) => {
      const value = variable.read(data);
      return typeof value === 'string' && pattern.test(value);
    };
  }
  const [, kind = '', comparison = '', fromPath] = OPERATOR.exec(operator) ?? [];
  const [convert, compare] = [KINDS[kind], COMPARISONS[comparison]];
  if (!convert || !compare || (kind === 'Boolean' && comparison !== 'Equals')) {
    throw new DefinitionError(where, `the operator ${operator} is not known`);
  }
  const readOperand = compileOperand(operand, Boolean(fromPath), `${where}.${operator}`, convert);
  return (data) => {
    const [left, right] = [convert(variable.read(data)), convert(readOperand(data))];
    return left !== undefined && right !== undefined && compare(left, right);
  };
}

function compileOperand(operand: unknown, fromPath: boolean, where: string, convert: (value: unknown) => unknown) {
  if (fromPath) {
    if (typeof operand !== 'string') throw new DefinitionError(where, 'must be a path');
    const path = compilePath(operand, where);
    return (data: Data) => path.read(data);
  }
  if (convert(operand) === undefined)
    throw new DefinitionError(where, `cannot be compared with ${JSON.stringify(operand)}`);
  return () => operand;
}

/** Compiles a rule, without its `Next`. @throws {DefinitionError} for an operator that is not known */
export function compileCondition(rule: Rule, where: string): Condition {
  const combined = (['And', 'Or', 'Not'] as const).find((name) => Object.hasOwn(rule, name));
  if (!combined) return compileComparison(rule, where);
  if (Object.keys(rule).length > 1) throw new DefinitionError(where, `${combined} stands beside other operators`);
  const operand = rule[combined];
  const parts = (combined === 'Not' ? [operand] : operand) as Rule[];
  if (!Array.isArray(parts) || parts.length === 0)
    throw new DefinitionError(`${where}.${combined}`, 'must be a list of rules');
  const conditions = parts.map((part, index) => compileCondition(part, `${where}.${combined}[${index}]`));
  if (combined === 'Not') return (data) => !conditions[0]?.(data);
  return combined === 'And'
    ? (data) => conditions.every((condition) => condition(data))
    : (data) => conditions.some((condition) => condition(data));
}

/** The state that a Choice leads to. @throws {StateError} States.NoChoiceMatched */
export function choose(
  choices: readonly { condition: Condition; next: string }[],
  otherwise: string | undefined,
  data: Data,
): string {
  const next = choices.find(({ condition }) => condition(data))?.next ?? otherwise;
  if (next !== undefined) return next;
  throw new StateError('States.NoChoiceMatched', 'No choice matched, and the state has no Default');
}
