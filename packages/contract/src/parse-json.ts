import * as v from 'valibot';

/** Maximum nesting depth of a client's JSON. A job needs seven levels. */
const MAX_DEPTH = 64;

/** Names that get lost when they are assigned to an object or parsed by valibot's `record`. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor']);

/** JSON that is nested too deeply or contains a reserved name. The message begins with "must". */
export class JsonContentError extends Error {
  override readonly name = 'JsonContentError';
}

/**
 * Parses JSON from an untrusted source.
 * @throws SyntaxError if the text is not JSON
 * @throws JsonContentError if it is nested more than 64 levels deep or contains a reserved name
 */
export function parseJsonText(text: string): unknown {
  const value: unknown = JSON.parse(text);
  checkLevel(value, 1);
  return value;
}

function checkLevel(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_DEPTH) throw new JsonContentError(`must be nested at most ${MAX_DEPTH} levels deep`);
  if (Array.isArray(value)) {
    for (const item of value) checkLevel(item, depth + 1);
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (RESERVED_NAMES.has(name)) throw new JsonContentError(`must not contain the reserved name "${name}"`);
    checkLevel(inner, depth + 1);
  }
}

/** Schema action that parses JSON from an untrusted source. @param expected completes "must be …" for text that is not JSON */
export const parseJson = (expected: string) =>
  v.rawTransform<string, unknown>(({ dataset, addIssue, NEVER }) => {
    try {
      return parseJsonText(dataset.value);
    } catch (error) {
      addIssue({ message: error instanceof JsonContentError ? error.message : expected });
      return NEVER;
    }
  });
