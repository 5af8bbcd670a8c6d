import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { log } from '../aws/log.ts';
import { recordUsage } from '../aws/usage/index.ts';
import { metered } from '../billing/ledger/index.ts';

/** What it costs at the queue to receive a batch, and to delete what of it was done. */
const REQUESTS_PER_BATCH = 1;

/**
 * Makes the handler of a queue: each message by itself. One that fails comes again; the others of its batch are done.
 *
 * @param schema what a message's body holds, as JSON
 */
export function createQueueHandler<Schema extends v.GenericSchema>(
  schema: Schema,
  work: (message: v.InferOutput<Schema>) => Promise<void>,
): (event: SQSEvent, context: Context) => Promise<SQSBatchResponse> {
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
  return metered(async ({ Records }: SQSEvent) => {
    recordUsage('sqs.requests', REQUESTS_PER_BATCH);
    const failures = (await Promise.all(Records.map(take))).filter((id) => id !== undefined);
    if (failures.length < Records.length) recordUsage('sqs.requests', REQUESTS_PER_BATCH);
    return { batchItemFailures: failures.map((id) => ({ itemIdentifier: id })) };
  });
}
