import * as v from 'valibot';
import { answerJson, readJson, readTarget, ServiceError } from './failure.ts';
import type { LocalService } from './service.ts';

const MAX_BODY_BYTES = 16 * 1024;

export interface JsonOperation<Schema extends v.GenericSchema> {
  /** Service name in signatures and policy actions. */
  service: string;
  /** Prefix of the operation in `x-amz-target`. */
  target: string;
  operation: string;
  input: Schema;
  /** Error code for invalid input. */
  invalid: string;
  /** Returns the ARN of the resource in the request. */
  resource(input: v.InferOutput<Schema>): string;
  answer(input: v.InferOutput<Schema>): object;
}

/** Creates a JSON service with a single operation. It rejects other operations by name. */
export function createJsonService<Schema extends v.GenericSchema>(it: JsonOperation<Schema>): LocalService {
  const read = (body: Buffer): v.InferOutput<Schema> => {
    const result = v.safeParse(it.input, readJson(body));
    if (result.success) return result.output;
    throw new ServiceError(it.invalid, result.issues[0].message);
  };
  return {
    service: it.service,
    protocol: 'json',
    body: 'buffered',
    maxBodyBytes: MAX_BODY_BYTES,
    authorize({ headers, body }) {
      const operation = readTarget(headers, it.target);
      if (operation !== it.operation) {
        throw new ServiceError('UnknownOperationException', `${operation} is not available locally`);
      }
      return [{ action: `${it.service}:${it.operation}`, resources: [it.resource(read(body))] }];
    },
    async handle({ body }) {
      return answerJson(it.answer(read(body)));
    },
  };
}
