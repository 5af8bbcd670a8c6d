import { DEFAULT_IDENTIFIERS, openApiDocument } from '@talking-avatar/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import type { Service } from '../../../bin/demo/client.ts';
import { type Document, type Operation, operationsOf } from './operations.ts';
import { type FuzzedRequest, type Known, requestsOf } from './requests.ts';

/** Requests under way at the same time. */
const AT_ONCE = 4;

/** Milliseconds that an answer may take. */
const PATIENCE = 60_000;

const document = openApiDocument(DEFAULT_IDENTIFIERS) as unknown as Document;

/** What a fuzzed operation was answered. */
export interface Outcome {
  /** `GET /status` */
  operation: string;
  /** Answers by status. */
  statuses: Map<number, number>;
  faults: string[];
}

/**
 * Sends requests to every operation of the OpenAPI document, and compares each answer with the document: its status must be documented,
 * its body must match the schema, and no status may say that the service failed.
 *
 * @param options `requests` for each operation
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
    await Promise.all(Array.from({ length: AT_ONCE }, work));
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
    signal: AbortSignal.timeout(PATIENCE),
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body !== undefined && method !== 'GET' && { body }),
  });
  const { status } = response;
  const text = await response.text();
  // Another method may be an operation of the same path.
  const documented = document.paths[operation.path]?.[method.toLowerCase()]?.responses ?? operation.responses;
  const answer = documented[status];
  if (!answer) return { status, fault: `${status} is not documented (${text.slice(0, 200)})` };
  if (status >= 500 && status !== 501) return { status, fault: `${status}: ${text.slice(0, 200)}` };
  const name = response.headers.get('error-type');
  if (status >= 400 && name === null) return { status, fault: `${status} without error-type` };
  const type = response.headers.get('content-type')?.split(';')[0];
  if (!answer.content) return text === '' ? { status } : { status, fault: `${status} has a body` };
  if (!type || !answer.content[type]) return { status, fault: `${status} of the type ${type} is not documented` };
  const escaped = operation.path.replaceAll('~', '~0').replaceAll('/', '~1');
  const place = Object.hasOwn(document.paths[operation.path]!, method.toLowerCase())
    ? method.toLowerCase()
    : operation.method.toLowerCase();
  const validate = ajv.compile({
    $ref: `document#/paths/${encodeURIComponent(escaped)}/${place}/responses/${status}/content/${encodeURIComponent(type.replaceAll('/', '~1'))}/schema`,
  });
  if (validate(JSON.parse(text))) return { status };
  return { status, fault: `${status} does not match its schema: ${ajv.errorsText(validate.errors).slice(0, 300)}` };
}

/** A request in one line. */
const describe = ({ method, path, headers, body }: FuzzedRequest): string =>
  `${method} ${path.slice(0, 200)} ${JSON.stringify(headers)} ${typeof body === 'string' ? body.slice(0, 400) : body ? JSON.stringify([...body.entries()].map(([name]) => name)) : ''}`;
