import * as v from 'valibot';
import { oneOf } from './messages.ts';
import { findNearestName } from './nearest-name.ts';
import { printable, quote } from './quote.ts';

/** Maximum number of issues in a message. */
const MAX_ISSUES = 5;

/** Maximum number of allowed values in the message for a missing field. */
const MAX_CHOICES = 5;

/** Maximum number of fields in the message for a value that is not an object. */
const MAX_FIELDS = 8;

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  Object: 'an object',
  Array: 'an array',
};

/**
 * Formats validation issues in a client's input, with the field path, the rule, the actual value, and, for a typo, the nearest valid name.
 * @param whole name for the input as a whole, used for issues without a field
 * @param options `quoting: false` omits the client's values and unknown names, for the log
 * @returns one line, with issues separated by semicolons
 * @example
 * ```ts
 * const result = v.safeParse(schema, { target_rig: 'metahumn' });
 * if (!result.success) formatIssues(schema, result.issues);
 * // target_rig: must be one of "metahuman", "arkit", got "metahumn"; did you mean "metahuman"?; text: is required, …
 * ```
 */
export function formatIssues(
  schema: v.GenericSchema,
  issues: readonly v.BaseIssue<unknown>[],
  whole = 'the job specification',
  { quoting = true }: { quoting?: boolean } = {},
): string {
  const flat = issues.flatMap(optionIssues);
  // Report one issue per field, because the others usually follow from the first.
  const byField = new Map(flat.toReversed().map((issue) => [v.getDotPath(issue), issue]));
  const first = flat.filter((issue) => byField.get(v.getDotPath(issue)) === issue);
  const messages = first.map((issue) => formatIssue(schema, issue, whole, quoting));
  const rest = messages.length - MAX_ISSUES;
  const shown = messages.slice(0, MAX_ISSUES).join('; ');
  return rest > 0 ? `${shown}; and ${rest} more` : shown;
}

/** Returns the issues of the union option that best matches the input: the field issues for an object, otherwise the first issue. */
function optionIssues(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown>[] {
  const inner = issue.type === 'union' ? (issue.issues ?? []) : [];
  if (inner.length === 0) return [issue];
  const ofFields = inner.filter(({ path }) => path !== undefined);
  const place = issue.path ?? [];
  const within = ({ path, ...rest }: v.BaseIssue<unknown>): v.BaseIssue<unknown> => {
    const whole = [...place, ...(path ?? [])];
    return { ...rest, ...(whole.length > 0 && { path: whole as [v.IssuePathItem, ...v.IssuePathItem[]] }) };
  };
  return (ofFields.length > 0 ? ofFields : inner.slice(0, 1)).map(within);
}

function formatIssue(schema: v.GenericSchema, issue: v.BaseIssue<unknown>, whole: string, quoting: boolean): string {
  const keys = (issue.path ?? []).map(({ key }) => String(key));
  const isUnknown = issue.type === 'strict_object' && issue.expected === 'never';
  const shown = quoting ? keys : withoutClientNames(schema, isUnknown ? keys.slice(0, -1) : keys);
  const path = printable(shown.join('.')) || whole;
  if (isUnknown) return formatUnknownField(schema, keys, path);
  if (issue.type === 'strict_object' && issue.received === 'undefined') return `${path}: is required but missing${choices(schema, keys)}`;
  const value = issue.path ? issue.path.at(-1)?.value : issue.input;
  const expected = `${expectation(issue)}${namedFields(schema, keys, issue)}`;
  const rule = expected.startsWith('must ') ? expected : `must be ${expected}`;
  return quoting ? `${path}: ${rule}, got ${quote(value)}${suggestion(issue)}` : `${path}: ${rule}`;
}

function formatUnknownField(schema: v.GenericSchema, keys: readonly string[], path: string): string {
  const names = fieldNames(schema, keys.slice(0, -1));
  const nearest = findNearestName(keys.at(-1) ?? '', names);
  const hint = nearest ? `did you mean "${nearest}"?` : `the fields here are ${names.join(', ')}`;
  return `${path}: unknown field; ${hint}`;
}

/** Replaces client-defined names in a path, such as metadata keys, for the log. */
const withoutClientNames = (schema: v.GenericSchema, keys: readonly string[]): string[] =>
  keys.map((key, at) => (schemaAt(schema, keys.slice(0, at + 1)) ? key : '*'));

function expectation(issue: v.BaseIssue<unknown>): string {
  if (!issue.message.startsWith('Invalid ')) return issue.message;
  if (issue.type === 'picklist') return oneOf(optionsOf(issue));
  if (issue.type === 'finite') return 'a number within the range of JSON';
  if (issue.type === 'min_value') return `at least ${issue.requirement}`;
  if (issue.type === 'max_value') return `at most ${issue.requirement}`;
  return TYPES[issue.expected ?? ''] ?? `${issue.expected}`;
}

/** Lists the fields of an expected object, if there are only a few. */
function namedFields(schema: v.GenericSchema, keys: readonly string[], issue: v.BaseIssue<unknown>): string {
  if (issue.type !== 'strict_object' || keys.length === 0) return '';
  const names = fieldNames(schema, keys);
  return names.length > 0 && names.length <= MAX_FIELDS ? ` with ${names.join(', ')}` : '';
}

function suggestion(issue: v.BaseIssue<unknown>): string {
  if (issue.type !== 'picklist' || typeof issue.input !== 'string') return '';
  const nearest = findNearestName(issue.input, optionsOf(issue).map(String));
  return nearest && nearest !== issue.input ? `; did you mean "${nearest}"?` : '';
}

/** Returns the options of a picklist, which valibot prints as `("a" | "b")`. */
function optionsOf(issue: v.BaseIssue<unknown>): (string | number)[] {
  return (issue.expected ?? '')
    .replace(/^\(|\)$/g, '')
    .split(' | ')
    .map((option) => JSON.parse(option) as string | number);
}

/** Lists the allowed values of a missing field, if there are only a few. */
function choices(schema: v.GenericSchema, keys: readonly string[]): string {
  const field = schemaAt(schema, keys);
  const options = field?.type === 'picklist' && 'options' in field ? (field.options as (string | number)[]) : [];
  return options.length > 0 && options.length <= MAX_CHOICES ? ` (must be ${oneOf(options)})` : '';
}

function fieldNames(schema: v.GenericSchema, keys: readonly string[]): string[] {
  const object = schemaAt(schema, keys);
  return object ? Object.keys(entriesOf(object)) : [];
}

/** Returns the schema at a path, without its `optional` and `pipe` wrappers. */
function schemaAt(schema: v.GenericSchema, [key, ...rest]: readonly string[]): v.GenericSchema | undefined {
  const here = unwrap(schema);
  if (key === undefined) return here;
  const entries = entriesOf(here);
  const next = 'item' in here ? (here.item as v.GenericSchema) : Object.hasOwn(entries, key) ? entries[key] : undefined;
  return next && schemaAt(next, rest);
}

/** Returns the fields of an object, or of the objects in a union. */
function entriesOf(object: v.GenericSchema): Record<string, v.GenericSchema> {
  if (object.type === 'union' && 'options' in object)
    return Object.assign({}, ...(object.options as v.GenericSchema[]).map((option) => entriesOf(unwrap(option))));
  return 'entries' in object ? (object.entries as Record<string, v.GenericSchema>) : {};
}

/** Removes `optional` and `pipe` wrappers from a schema. */
function unwrap(schema: v.GenericSchema): v.GenericSchema {
  if ('wrapped' in schema) return unwrap(schema.wrapped as v.GenericSchema);
  if ('pipe' in schema) {
    const first = (schema.pipe as readonly v.GenericSchema[])[0];
    return first && first !== schema ? unwrapPiped(first) : schema;
  }
  return schema;
}

/** The first item of a pipe is the schema including its pipe, so unwrapping it repeatedly would never end. */
function unwrapPiped(schema: v.GenericSchema): v.GenericSchema {
  return 'pipe' in schema || !('wrapped' in schema) ? schema : unwrap(schema);
}
