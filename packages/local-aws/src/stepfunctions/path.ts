import { DefinitionError, RuntimeError, StateError } from './failure.ts';

/** Data for paths: the state's input and, for `$$`, the context object. */
export interface Data {
  readonly input: unknown;
  readonly context: unknown;
}

type Step = string | number;

/** Formats a value for an error message. */
export const display = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export interface Path {
  readonly text: string;
  find(data: Data): unknown;
  /**
   * @param field key in the payload template, for error messages
   * @throws {RuntimeError} for a missing value
   */
  read(data: Data, field?: string): unknown;
}

const STEP = /\.([\p{L}_][\p{L}\p{N}_-]*)|\['([^'\\]+)'\]|\[(\d+)\]/uy;

function parse(text: string, start: number, path: string): Step[] {
  const steps: Step[] = [];
  for (STEP.lastIndex = start; STEP.lastIndex < text.length; ) {
    const match = STEP.exec(text);
    if (!match) throw new DefinitionError(path, `the path "${text}" must have only names and indexes`);
    steps.push(match[3] === undefined ? (match[1] ?? match[2] ?? '') : Number(match[3]));
  }
  return steps;
}

function walk(root: unknown, steps: readonly Step[]): unknown {
  return steps.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null) return undefined;
    if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
    return Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
  }, root);
}

/**
 * Compiles a path: `$` or `$$` followed by names (`.a`, `['a']`) and indexes (`[0]`). Wildcards, filters, slices, and `..` are rejected.
 * @param where location in the definition, for errors
 * @throws {DefinitionError}
 */
export function compilePath(text: string, where: string): Path {
  if (!text.startsWith('$')) throw new DefinitionError(where, `a path must start with "$", got "${text}"`);
  const context = text.startsWith('$$');
  const steps = parse(text, context ? 2 : 1, where);
  const find = (data: Data): unknown => walk(context ? data.context : data.input, steps);
  return {
    text,
    find,
    read(data, field) {
      const value = find(data);
      if (value !== undefined) return value;
      if (field === undefined) throw new RuntimeError(`Invalid path '${text}' : ${missing(context ? data.context : data.input, steps)}`);
      const input = JSON.stringify(data.input);
      throw new RuntimeError(`The JSONPath '${text}' specified for the field '${field}' could not be found in the input '${input}'`);
    },
  };
}

/** Returns AWS's error message for the first step of a path that finds nothing. */
function missing(root: unknown, steps: readonly Step[]): string {
  const found = steps.findIndex((_, index) => walk(root, steps.slice(0, index + 1)) === undefined);
  const place = steps.slice(0, found + 1).map((step) => (typeof step === 'number' ? `[${step}]` : `['${step}']`));
  return found === steps.length - 1 ? `No results for path: $${place.join('')}` : `Missing property in path $${place.join('')}`;
}

/** Compiles a path for writing, which may contain only names. @returns a function that sets a value in a copy of the input */
export function compileTarget(text: string, where: string): (input: unknown, value: unknown) => unknown {
  if (!text.startsWith('$') || text.startsWith('$$')) throw new DefinitionError(where, `"${text}" cannot be written to`);
  const steps = parse(text, 1, where);
  if (steps.some((step) => typeof step === 'number')) {
    throw new DefinitionError(where, `the path "${text}" writes to a list, which is not available locally`);
  }
  const put = (node: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown => {
    if (step === undefined) return value;
    if (node !== undefined && (typeof node !== 'object' || node === null || Array.isArray(node))) {
      throw new StateError('States.ResultPathMatchFailure', `The path '${text}' does not match the state's input`);
    }
    const object = (node ?? {}) as Record<string, unknown>;
    const inner = Object.hasOwn(object, step) ? object[step] : undefined;
    return { ...object, [step]: put(inner, rest, value) };
  };
  return (input, value) => put(input, steps, value);
}
