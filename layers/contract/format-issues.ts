import * as v from 'valibot';
import { oneOf } from './messages.ts';
import { nearest } from './nearest-name.ts';

/** Faults that one message lists; a client mends the first ones and asks again. */
const MOST_FAULTS = 5;

/** Values that are listed of a field that is missing. */
const MOST_CHOICES = 5;

/** Characters of a client's value that a message repeats. */
const MOST_CHARACTERS = 60;

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  Object: 'an object',
  Array: 'an array',
};

/**
 * Says what is wrong with a client's input: each fault names the field by path, what was expected, what came, and the nearest
 * valid name where one was mistyped.
 *
 * @param schema the schema that the input was parsed with
 * @param issues the issues that parsing found, at least one
 * @param whole what the input as a whole is called
 */
export function explain(
  schema: v.GenericSchema,
  issues: readonly v.BaseIssue<unknown>[],
  whole = 'the job specification',
): string {
  // One fault a field: the first says what to mend, the others follow from it.
  const byField = new Map(issues.toReversed().map((issue) => [v.getDotPath(issue), issue]));
  const first = issues.filter((issue) => byField.get(v.getDotPath(issue)) === issue);
  const faults = first.map((issue) => describe(schema, issue, whole));
  const rest = faults.length - MOST_FAULTS;
  const shown = faults.slice(0, MOST_FAULTS).join('; ');
  return rest > 0 ? `${shown}; and ${rest} more` : shown;
}

function describe(schema: v.GenericSchema, issue: v.BaseIssue<unknown>, whole: string): string {
  const keys = (issue.path ?? []).map(({ key }) => String(key));
  const path = keys.join('.') || whole;
  if (issue.type === 'strict_object' && issue.expected === 'never') return describeUnknownField(schema, keys, path);
  if (issue.type === 'strict_object' && issue.received === 'undefined')
    return `${path}: is required, but it is missing${choices(schema, keys)}`;
  const value = issue.path ? issue.path.at(-1)?.value : issue.input;
  return `${path}: expected ${expectation(issue)}, but got ${quote(value)}${suggestion(issue)}`;
}

function describeUnknownField(schema: v.GenericSchema, keys: readonly string[], path: string): string {
  const names = fieldNames(schema, keys.slice(0, -1));
  const near = nearest(keys.at(-1) ?? '', names);
  const hint = near ? `did you mean "${near}"?` : `the fields here are ${names.join(', ')}`;
  return `${path.slice(0, MOST_CHARACTERS)}: unknown field; ${hint}`;
}

function expectation(issue: v.BaseIssue<unknown>): string {
  if (!issue.message.startsWith('Invalid ')) return issue.message;
  if (issue.type === 'picklist') return oneOf(optionsOf(issue));
  if (issue.type === 'finite') return 'a number within the range of JSON';
  if (issue.type === 'min_value') return `a number of at least ${issue.requirement}`;
  if (issue.type === 'max_value') return `a number of at most ${issue.requirement}`;
  return TYPES[issue.expected ?? ''] ?? `${issue.expected}`;
}

function suggestion(issue: v.BaseIssue<unknown>): string {
  if (issue.type !== 'picklist' || typeof issue.input !== 'string') return '';
  const near = nearest(issue.input, optionsOf(issue).map(String));
  return near && near !== issue.input ? `; did you mean "${near}"?` : '';
}

/** The options of a picklist, which valibot prints as `("a" | "b")`. */
function optionsOf(issue: v.BaseIssue<unknown>): (string | number)[] {
  return (issue.expected ?? '')
    .replace(/^\(|\)$/g, '')
    .split(' | ')
    .map((option) => JSON.parse(option) as string | number);
}

/** What a field that is missing may be, where few values are allowed. */
function choices(schema: v.GenericSchema, keys: readonly string[]): string {
  const field = schemaAt(schema, keys);
  const options = field?.type === 'picklist' && 'options' in field ? (field.options as (string | number)[]) : [];
  return options.length > 0 && options.length <= MOST_CHOICES ? ` (expected ${oneOf(options)})` : '';
}

/** The names of the fields of the object at a path of a schema. */
function fieldNames(schema: v.GenericSchema, keys: readonly string[]): string[] {
  const object = schemaAt(schema, keys);
  return object ? Object.keys(entriesOf(object)) : [];
}

/** The schema of what is at a path, inside `optional` and `pipe`. */
function schemaAt(schema: v.GenericSchema, [key, ...rest]: readonly string[]): v.GenericSchema | undefined {
  const here = unwrap(schema);
  if (key === undefined) return here;
  const next = entriesOf(here)[key];
  return next && schemaAt(next, rest);
}

const entriesOf = (object: v.GenericSchema): Record<string, v.GenericSchema> =>
  'entries' in object ? (object.entries as Record<string, v.GenericSchema>) : {};

/** The schema inside `optional` and `pipe`. */
function unwrap(schema: v.GenericSchema): v.GenericSchema {
  if ('wrapped' in schema) return unwrap(schema.wrapped as v.GenericSchema);
  if ('pipe' in schema) {
    const first = (schema.pipe as readonly v.GenericSchema[])[0];
    return first && first !== schema ? unwrapPiped(first) : schema;
  }
  return schema;
}

/** The first item of a pipe is the schema itself, which carries the pipe as well: looking on would never end. */
function unwrapPiped(schema: v.GenericSchema): v.GenericSchema {
  return 'pipe' in schema || !('wrapped' in schema) ? schema : unwrap(schema);
}

function quote(input: unknown): string {
  if (input === undefined) return 'nothing';
  const text = (typeof input === 'number' ? String(input) : JSON.stringify(input)) ?? String(input);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
