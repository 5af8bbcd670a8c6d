import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { Json } from './parts.ts';

/**
 * Returns the JSON schema of a client's input. It omits rules that JSON Schema cannot express, such as requiring at least one word in a
 * text.
 */
export const schemaOf = (schema: v.GenericSchema): Json => {
  const { $schema, ...rest } = toJsonSchema(schema, {
    typeMode: 'input',
    errorMode: 'ignore',
    // `alternative` is the JSON schema of other accepted values.
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      'alternative' in valibotSchema ? { anyOf: [jsonSchema, valibotSchema.alternative as typeof jsonSchema] } : undefined,
  });
  return describeDefaults(rest as Json) as Json;
};

/** Moves defaults into descriptions, because client generators treat a field with a default as required. */
function describeDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describeDefaults);
  if (typeof value !== 'object' || value === null) return value;
  const { default: fallback, description, ...rest } = value as { default?: unknown; description?: string };
  const sentences = [...(description ? [description] : []), ...(isInformative(fallback) ? [`Default: ${JSON.stringify(fallback)}.`] : [])];
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, describeDefaults(inner)])),
    ...(sentences.length > 0 && { description: sentences.join(' ') }),
  };
}

/** `{}` is not informative, because it only means that the object's fields have defaults. */
const isInformative = (value: unknown): boolean =>
  value !== undefined && (typeof value !== 'object' || Object.keys(value as object).length > 0);
