import type { openApiDocument } from '../src/index.ts';

/** The parts of a JSON schema that the generator uses. */
interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly (string | number)[];
  const?: string | number;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  description?: string;
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

const HEAD = `"""Requests and responses of the service, generated from its OpenAPI document."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union
`;

/**
 * Writes an OpenAPI document's schemas as Python typed dictionaries. A nested object is named after its parent and its field.
 * A class with required and optional fields inherits the required ones, because Python 3.9 does not have `NotRequired`.
 */
export function writePythonModels({ components }: ReturnType<typeof openApiDocument>): string {
  const { schemas } = components as { schemas: Record<string, Schema> };
  const classes: string[] = [];
  for (const [name, schema] of Object.entries(schemas)) addClass(name, schema, classes);
  return [HEAD, ...classes].join('\n\n');
}

function addClass(name: string, { properties = {}, required = [] }: Schema, classes: string[]): void {
  const fields = Object.entries(properties).map(([key, schema]) => ({
    key,
    line: `    ${key}: ${typeOf(schema, name + capitalize(key), classes)}`,
  }));
  const needed = fields.filter(({ key }) => required.includes(key)).map(({ line }) => line);
  const optional = fields.filter(({ key }) => !required.includes(key)).map(({ line }) => line);
  if (optional.length === 0) classes.push(`class ${name}(TypedDict):\n${needed.join('\n')}\n`);
  else if (needed.length === 0) classes.push(`class ${name}(TypedDict, total=False):\n${optional.join('\n')}\n`);
  else {
    classes.push(`class _${name}Required(TypedDict):\n${needed.join('\n')}\n`);
    classes.push(`class ${name}(_${name}Required, total=False):\n${optional.join('\n')}\n`);
  }
}

/** Types whose values a deployment may rename. */
const OPEN = new Set(['JobTargetRig', 'JobTtsParamsEngine']);

function typeOf(schema: Schema, name: string, classes: string[]): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
  const constants = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (constants) {
    const literal = `Literal[${constants.map((value) => JSON.stringify(value)).join(', ')}]`;
    return OPEN.has(name) ? `Union[${literal}, str]` : literal;
  }
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return unite(choices.map((choice, i) => typeOf(choice, choices.length > 2 ? `${name}${i}` : name, classes)));
  if (Array.isArray(schema.type)) return unite(schema.type.map((type) => typeOf({ ...schema, type }, name, classes)));
  if (schema.type === 'array') return `List[${typeOf(schema.items ?? {}, name.replace(/s$/, ''), classes)}]`;
  if (schema.type !== 'object') return SCALARS[schema.type as string] ?? 'Any';
  if (schema.properties) {
    addClass(name, schema, classes);
    return name;
  }
  const values = schema.additionalProperties;
  return `Dict[str, ${typeof values === 'object' ? typeOf(values, name, classes) : 'Any'}]`;
}

function unite(types: readonly string[]): string {
  const others = [...new Set(types)].filter((type) => type !== 'None');
  const union = others.length === 1 ? others[0]! : `Union[${others.join(', ')}]`;
  return types.includes('None') ? `Optional[${union}]` : union;
}

const capitalize = (key: string): string => key.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
