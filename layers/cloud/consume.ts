import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { log } from './log.ts';

/**
 * Makes the handler of a queue: each message by itself. One that fails comes again; the others of its batch are done.
 *
 * @param schema what a message's body holds, as JSON
 */
export function consume<Schema extends v.GenericSchema>(
  schema: Schema,
  work: (message: v.InferOutput<Schema>) => Promise<void>,
): (event: SQSEvent) => Promise<SQSBatchResponse> {
  const bodySchema = v.pipe(v.string(), v.parseJson(), schema);
  const take = async ({ body, messageId }: SQSRecord): Promise<string | undefined> => {
    try {
      await work(v.parse(bodySchema, body));
      return undefined;
    } catch (error) {
      log.error('The message failed', error as Error);
      return messageId;
    }
  };
  return async ({ Records }) => {
    const failures = await Promise.all(Records.map(take));
    return { batchItemFailures: failures.flatMap((id) => (id ? [{ itemIdentifier: id }] : [])) };
  };
}
