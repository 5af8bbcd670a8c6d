import { type LocalService, ServiceError, type ServiceRequest, type ServiceResponse } from '../gateway/index.ts';
import { PAYLOAD_LIMIT } from './failure.ts';
import type { Lambda } from './lambda.ts';

const INVOKE = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

function readName(path: string): string {
  const [, name] = INVOKE.exec(path) ?? [];
  if (name !== undefined) return decodeURIComponent(name);
  throw new ServiceError('UnknownOperationException', 'Only the operation Invoke is available locally', 404);
}

/** Lambda's response to a throttled invocation. The delay is repeated in a header. */
function rejectThrottled(error: unknown): ServiceResponse {
  if (!(error instanceof ServiceError) || error.code !== 'TooManyRequestsException') throw error;
  const { retryAfterSeconds, ...details } = error.details;
  return {
    status: error.status,
    headers: {
      'content-type': 'application/json',
      'retry-after': String(retryAfterSeconds),
      'x-amzn-errortype': error.code,
    },
    body: JSON.stringify({ ...details, message: error.message }),
  };
}

const readTraces = ({ 'x-amzn-trace-id': trace }: ServiceRequest['headers']): string[] => (trace === undefined ? [] : [trace].flat());

/** Lambda's Invoke operation, synchronous and asynchronous. */
export function createLambdaService(lambda: Lambda): LocalService {
  const find = (path: string) => {
    const name = readName(path);
    const definition = [...lambda.functions.values()].find((candidate) => name === candidate.name || name === candidate.arn);
    if (definition) return definition;
    throw new ServiceError('ResourceNotFoundException', `Function not found: ${name}`, 404);
  };
  return {
    service: 'lambda',
    protocol: 'json',
    body: 'buffered',
    maxBodyBytes: PAYLOAD_LIMIT,
    authorize: ({ path }) => [{ action: 'lambda:InvokeFunction', resources: [find(path).arn] }],
    async handle({ path, headers, body }) {
      const { name } = find(path);
      const payload = body.length === 0 ? '{}' : body.toString('utf8');
      const kind = headers['x-amz-invocation-type'] ?? 'RequestResponse';
      if (kind === 'Event') {
        lambda.put(name, payload);
        return { status: 202 };
      }
      if (kind !== 'RequestResponse') throw new ServiceError('InvalidParameterValueException', `Invocation type ${kind}`);
      const answer = await lambda.invoke(name, payload, { traces: readTraces(headers) }).catch(rejectThrottled);
      if ('status' in answer) return answer;
      return {
        status: 200,
        headers: {
          'content-type': 'application/json',
          'x-amz-executed-version': '$LATEST',
          ...(answer.error && { 'x-amz-function-error': 'Unhandled' }),
        },
        body: answer.payload,
      };
    },
  };
}
