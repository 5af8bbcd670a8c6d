import { DEFAULT_IDENTIFIERS, openApiDocument } from '@talking-avatar/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import type { Service } from '../../../bin/demo/client.ts';
import { type Document, type Operation, operationsOf, responseOf } from './operations.ts';
import { type FuzzedRequest, type Known, requestsOf } from './requests.ts';

/** Number of concurrent requests. */
const CONCURRENCY = 4;

/** Request timeout, in ms. */
const REQUEST_TIMEOUT = 60_000;

const document = openApiDocument(DEFAULT_IDENTIFIERS) as unknown as Document;

/** Responses from a fuzzed operation. */
export interface Outcome {
  /** Method and path, for example `GET /status`. */
  operation: string;
  /** Number of responses with each status. */
  statuses: Map<number, number>;
  faults: string[];
}

/**
 * Sends requests to every operation in the OpenAPI document and checks each response. The status must be documented and must not report a
 * service failure, and a JSON body must match its schema.
 *
 * @param options `requests` is per operation
 */
export async function fuzzContract(
  service: Service,
  { requests, seed, ids }: Known & { requests: number; seed: number },
): Promise<Outcome[]> {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(document, 'document');
  const outcomes: Outcome[] = [];
  for (const operation of operationsOf(document)) {
    const outcome: Outcome = { operation: `${operation.method} ${operation.path}`, statuses: new Map(), faults: [] };
    const queue = fc.sample(requestsOf(document, operation, { ids }), { numRuns: requests, seed });
    const work = async () => {
      for (let request = queue.pop(); request; request = queue.pop()) {
        const { status, fault } = await send(service, operation, request, ajv);
        outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1);
        if (fault) outcome.faults.push(`${fault}: ${describe(request)}`);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    outcomes.push(outcome);
  }
  return outcomes;
}

async function send(
  { url, token }: Service,
  operation: Operation,
  { method, path, headers, body }: FuzzedRequest,
  ajv: Ajv2020,
): Promise<{ status: number; fault?: string }> {
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body !== undefined && method !== 'GET' && { body }),
  });
  const { status } = response;
  const text = await response.text();
  // With a different method, the same path may be a different operation.
  const responses = document.paths[operation.path]?.[method.toLowerCase()]?.responses ?? operation.responses;
  const documented = responseOf(document, responses, status);
  const fail = (fault: string) => ({ status, fault: `${status} ${fault}` });
  if (!documented) return fail(`is not documented (${text.slice(0, 200)})`);
  if (status >= 500 && status !== 501) return fail(text.slice(0, 200));
  if (status >= 400 && !response.headers.has('error-type')) return fail('without error-type');
  const type = response.headers.get('content-type')?.split(';')[0];
  if (!documented.content) return text === '' ? { status } : fail('has a body');
  const schema = documented.content[type ?? '']?.schema;
  if (!schema) return fail(`has the undocumented type ${type}`);
  if (type !== 'application/json') return { status };
  const validate = ajv.compile(absolute(schema));
  return validate(JSON.parse(text)) ? { status } : fail(`does not match its schema: ${ajv.errorsText(validate.errors).slice(0, 300)}`);
}

/** Makes the references in a schema absolute by including the name of their document. */
const absolute = (schema: object): object => JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'));

/** Describes a request in one line. */
const describe = ({ method, path, headers, body }: FuzzedRequest): string =>
  `${method} ${path.slice(0, 200)} ${JSON.stringify(headers)} ${typeof body === 'string' ? body.slice(0, 400) : body ? JSON.stringify([...body.entries()].map(([name]) => name)) : ''}`;
