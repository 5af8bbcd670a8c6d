import { DefinitionError, StateError } from './failure.ts';
import { compilePath, type Data } from './path.ts';

export type Condition = (data: Data) => boolean;

type Rule = Readonly<Record<string, unknown>>;

/** Supported operators and their operand types. */
const OPERATORS: Readonly<Record<string, 'string' | 'number' | 'boolean'>> = {
  StringEquals: 'string',
  NumericEquals: 'number',
  BooleanEquals: 'boolean',
  IsPresent: 'boolean',
};

function compileComparison({ Variable, ...rest }: Rule, where: string): Condition {
  const [operator, ...others] = Object.keys(rest);
  if (typeof Variable !== 'string') throw new DefinitionError(where, 'must have a Variable');
  if (operator === undefined || others.length > 0)
    throw new DefinitionError(where, `must have one operator, got ${Object.keys(rest).join(', ') || 'none'}`);
  if (!Object.hasOwn(OPERATORS, operator)) throw new DefinitionError(where, `the operator ${operator} is not available locally`);
  const operand = rest[operator];
  if (typeof operand !== OPERATORS[operator]) throw new DefinitionError(`${where}.${operator}`, `must be a ${OPERATORS[operator]}`);
  const variable = compilePath(Variable, `${where}.Variable`);
  if (operator === 'IsPresent') return (data) => (variable.find(data) !== undefined) === operand;
  return (data) => variable.read(data) === operand;
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
