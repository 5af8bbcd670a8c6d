import fc from 'fast-check';
import type { Document, Operation, Parameter } from './operations.ts';
import { damaged, type Schema, valuesOf } from './schemas.ts';

/** A valid or invalid request. */
export interface FuzzedRequest {
  method: string;
  /** Path, including the query string. */
  path: string;
  headers: Record<string, string>;
  body?: string | FormData;
}

/** IDs of jobs that belong to the caller. Requests may use these as well as random IDs. */
export interface Known {
  ids: readonly string[];
}

/** The operation that accepts any job without running it. */
const FREE = 'estimate';

/** Generates requests for an operation. Most of them are valid or have a single mistake, and a few are arbitrary. */
export function requestsOf(document: Document, operation: Operation, known: Known): fc.Arbitrary<FuzzedRequest> {
  const resolve = (ref: string): Schema => document.components.schemas[ref.split('/').at(-1)!]!;
  const parameters = operation.parameters.map((parameter) => parameterOf(parameter, resolve, known));
  const bodies = Object.entries(operation.bodies).map(([type, schema]) =>
    bodyOf(type, schema, resolve, { ...known, free: operation.operationId === FREE }),
  );
  return fc
    .record({
      given: fc.tuple(...parameters),
      body: bodies.length > 0 ? fc.oneof(...bodies, ...bodies, RAW) : fc.constant(undefined),
      method: fc.oneof(
        { weight: 40, arbitrary: fc.constant(operation.method) },
        { weight: 1, arbitrary: fc.constantFrom('PUT', 'PATCH', 'DELETE', 'OPTIONS') },
      ),
    })
    .map(({ given, body, method }) => {
      const headers: Record<string, string> = {};
      const query = new URLSearchParams();
      let path = operation.path;
      for (const [{ name, in: place }, value] of given) {
        if (value === undefined) continue;
        if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value.toWellFormed()) || 'none');
        else if (place === 'query') query.append(name, value);
        else if (/^[\x20-\x7e]*$/.test(value)) headers[name] = value;
      }
      return {
        method,
        path: query.size > 0 ? `${path}?${query}` : path,
        headers: { ...headers, ...body?.headers },
        ...(body && method !== 'OPTIONS' && { body: body.body }),
      };
    });
}

/** Generates a valid value, an invalid value, or no value for a parameter. */
function parameterOf(
  parameter: Parameter,
  resolve: (ref: string) => Schema,
  { ids }: Known,
): fc.Arbitrary<readonly [Parameter, string | undefined]> {
  const right = valuesOf(parameter.schema, resolve).map(String);
  const wrong = damaged(right).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  const named = parameter.name === 'id' && ids.length > 0 ? fc.constantFrom(...ids) : right;
  const none = parameter.in === 'path' ? right : fc.constant(undefined);
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.oneof({ weight: 4, arbitrary: named }, { weight: 1, arbitrary: right }) },
      { weight: parameter.required ? 1 : 6, arbitrary: none },
      { weight: 1, arbitrary: wrong },
    )
    .map((value) => [parameter, value] as const);
}

interface Body {
  headers: Record<string, string>;
  body: string | FormData;
}

function bodyOf(
  type: string,
  schema: Schema,
  resolve: (ref: string) => Schema,
  { ids, free }: Known & { free: boolean },
): fc.Arbitrary<Body> {
  const any = valuesOf(schema, resolve);
  const right = any.map((value) => tame(value, ids));
  const values = fc.oneof(right, right, damaged(right), ...(free ? [any, damaged(any)] : []));
  if (type !== 'multipart/form-data') return values.map((value) => ({ headers: { 'content-type': type }, body: JSON.stringify(value) }));
  return values.map((value) => {
    const body = new FormData();
    for (const [name, part] of Object.entries(Object(value)))
      if (typeof part === 'string') body.append(name, new Blob([part]), name);
      else body.append(name, JSON.stringify(part) ?? '');
    return { headers: {}, body };
  });
}

/** Makes a job small, valid, and fast, and replaces any `id` with one that exists. */
function tame(value: unknown, ids: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  if ('job' in fields) return { ...fields, job: tame(fields.job, ids) };
  if ('id' in fields && ids.length > 0) return { ...fields, id: ids[String(fields.id).charCodeAt(0) % ids.length] };
  if (!('target_rig' in fields)) return value;
  const { output, audio_url: _, actor: __, tts_params: ___, web_hooks: ____, ...job } = fields as Fields & { output?: { type?: string } };
  const made = output?.type === 'fbx' ? { target_rig: 'arkit', output: { type: 'fbx' } } : { output: { type: 'csv' } };
  return { ...job, text: '1', wait_time: 60, ...made };
}

type Fields = Record<string, unknown>;

/** Malformed bodies. */
const RAW: fc.Arbitrary<Body> = fc.record({
  headers: fc
    .constantFrom('application/json', 'multipart/form-data; boundary=x', 'multipart/form-data', 'text/plain', '')
    .map((type): Record<string, string> => (type ? { 'content-type': type } : {})),
  body: fc.oneof(fc.string(), fc.json(), fc.constantFrom('{', '[]', 'null', '--x\r\n\r\n--x--', '{"id":1}', '')),
});
