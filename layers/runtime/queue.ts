import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { log } from '../aws/log.ts';
import { recordUsage } from '../aws/usage/index.ts';
import { metered } from '../billing/ledger/index.ts';

/** SQS requests for receiving a batch, and for deleting its handled messages. */
const REQUESTS_PER_BATCH = 1;

/**
 * Creates the handler of an SQS queue. Messages of a batch are handled independently: only those that fail are delivered again.
 *
 * @param schema schema of a message body, which is JSON
 * @param work handles one message; an error makes SQS deliver the message again
 * @example
 * export const handler = createQueueHandler(jobMessageSchema, async ({ id }) => dispatchJob(settings, id));
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
