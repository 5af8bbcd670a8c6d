import { TemplateError } from './failure.ts';

/** Lookups for intrinsic functions. */
export interface Scope {
  /** Resolves a parameter, pseudo parameter, or resource. Returns undefined for an unknown name. */
  ref(name: string, path: string): unknown;
  attribute(logicalId: string, name: string, path: string): unknown;
  condition(name: string, path: string): boolean;
  importValue(name: string, path: string): unknown;
}

/** Marks a property that `AWS::NoValue` removes. */
export const NO_VALUE = Symbol('AWS::NoValue');

type Resolve = (value: unknown, path: string) => unknown;
type Intrinsic = (argument: unknown, path: string, scope: Scope, resolve: Resolve) => unknown;

const list = (value: unknown, path: string, length?: number): unknown[] => {
  if (Array.isArray(value) && (length === undefined || value.length === length)) return value;
  throw new TemplateError(path, `must be a list${length === undefined ? '' : ` of ${length}`}, got ${JSON.stringify(value)}`);
};

const toText = (value: unknown, path: string): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TemplateError(path, `must be a string, got ${JSON.stringify(value)}`);
};

function splitAttribute(reference: string): [logicalId: string, attribute: string] {
  const dot = reference.indexOf('.');
  return [reference.slice(0, dot), reference.slice(dot + 1)];
}

const substitute: Intrinsic = (argument, path, scope, resolve) => {
  const [template, variables] = Array.isArray(argument) ? list(argument, path, 2) : [argument, {}];
  const values = resolve(variables, path) as Record<string, unknown>;
  return toText(template, path).replace(/\$\{(!?)([^}]*)\}/g, (_, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    if (Object.hasOwn(values, name)) return toText(values[name], path);
    return toText(name.includes('.') ? scope.attribute(...splitAttribute(name), path) : scope.ref(name, path), path);
  });
};

const INTRINSICS: Readonly<Record<string, Intrinsic>> = {
  Ref: (argument, path, scope) => scope.ref(toText(argument, path), path),
  'Fn::GetAtt': (argument, path, scope) => {
    const [logicalId, name] = typeof argument === 'string' ? splitAttribute(argument) : list(argument, path, 2);
    return scope.attribute(toText(logicalId, path), toText(name, path), path);
  },
  'Fn::ImportValue': (argument, path, scope, resolve) => scope.importValue(toText(resolve(argument, path), path), path),
  'Fn::Sub': substitute,
  'Fn::Join': (argument, path, _, resolve) => {
    const [separator, parts] = list(argument, path, 2);
    return list(resolve(parts, path), path)
      .map((part) => toText(part, path))
      .join(toText(separator, path));
  },
  'Fn::Select': (argument, path, _, resolve) => {
    const [index, values] = list(argument, path, 2);
    const choices = list(resolve(values, path), path);
    const chosen = choices[Number(resolve(index, path))];
    if (chosen === undefined) throw new TemplateError(path, `selects ${index} of ${choices.length} values`);
    return chosen;
  },
  'Fn::Split': (argument, path, _, resolve) => {
    const [separator, source] = list(argument, path, 2);
    return toText(resolve(source, path), path).split(toText(separator, path));
  },
  'Fn::If': (argument, path, scope, resolve) => {
    const [name, yes, no] = list(argument, path, 3);
    return resolve(scope.condition(toText(name, path), path) ? yes : no, path);
  },
  'Fn::Equals': (argument, path, _, resolve) => {
    const [left, right] = list(argument, path, 2).map((side) => resolve(side, path));
    return JSON.stringify(left) === JSON.stringify(right);
  },
  'Fn::Not': (argument, path, _, resolve) => !resolve(list(argument, path, 1)[0], path),
  'Fn::And': (argument, path, _, resolve) => list(argument, path).every((part) => resolve(part, path)),
  'Fn::Or': (argument, path, _, resolve) => list(argument, path).some((part) => resolve(part, path)),
};

/** Returns the intrinsic function that an object represents, if any. `Ref` only counts if it is the only key, and `Fn::…` always does. */
function findIntrinsic(value: object, path: string): [name: string, argument: unknown] | undefined {
  const keys = Object.keys(value);
  const name = keys.find((key) => key.startsWith('Fn::')) ?? (keys.length === 1 ? keys[0] : undefined);
  if (name === undefined || !(name.startsWith('Fn::') || name === 'Ref')) return undefined;
  if (keys.length > 1) throw new TemplateError(path, `${name} must be the only key, got ${keys.join(', ')}`);
  return [name, (value as Record<string, unknown>)[name]];
}

function call(name: string, argument: unknown, path: string, scope: Scope): unknown {
  const intrinsic = Object.hasOwn(INTRINSICS, name) ? INTRINSICS[name] : undefined;
  if (!intrinsic) throw new TemplateError(path, `the intrinsic function ${name} is not available locally`);
  return intrinsic(argument, `${path}/${name}`, scope, (inner, where) => resolveValue(inner, scope, where));
}

/**
 * Replaces every intrinsic function in a value.
 * @param path the value's location, for errors
 * @returns the value, or `NO_VALUE` if it is removed
 * @throws {TemplateError} for an unknown intrinsic or reference
 */
export function resolveValue(value: unknown, scope: Scope, path: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((item, index) => resolveValue(item, scope, `${path}/${index}`)).filter((item) => item !== NO_VALUE);
  }
  const found = findIntrinsic(value, path);
  if (found) return call(...found, path, scope);
  const entries = Object.entries(value)
    .map(([key, item]) => [key, resolveValue(item, scope, `${path}/${key}`)] as const)
    .filter(([, item]) => item !== NO_VALUE);
  return Object.fromEntries(entries);
}

/** Evaluates an entry in Conditions, in which `{Condition: name}` refers to another entry. */
export function evaluateCondition(definition: unknown, scope: Scope, path: string): boolean {
  const expand = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(expand);
    const keys = Object.keys(value);
    if (keys.length === 1 && keys[0] === 'Condition') {
      return scope.condition(toText((value as Record<string, unknown>).Condition, path), path);
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expand(item)]));
  };
  return resolveValue(expand(definition), scope, path) === true;
}
