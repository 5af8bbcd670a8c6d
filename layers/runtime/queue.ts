import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { log } from '#aws/log';
import { recordUsage } from '#aws/usage';
import { withLedger } from '#billing/ledger';

/** Number of SQS requests it takes to receive a batch, and to delete its handled messages. */
const REQUESTS_PER_BATCH = 1;

/**
 * Creates the Lambda handler for an SQS queue. Messages in a batch are independent, so SQS only redelivers those that failed.
 * @param schema schema for the message body, which is JSON
 * @param handleMessage handles one message; if it throws, SQS delivers the message again
 * @example
 * ```ts
 * export const handler = createQueueHandler(jobMessageSchema, async ({ id }) => {
 *   await dispatchJob(settings, id);
 * });
 * ```
 */
export function createQueueHandler<Schema extends v.GenericSchema>(
  schema: Schema,
  handleMessage: (message: v.InferOutput<Schema>) => Promise<void>,
): (event: SQSEvent, context: Context) => Promise<SQSBatchResponse> {
  const bodySchema = v.pipe(v.string(), v.parseJson(), schema);
  const handleRecord = async ({ body, messageId }: SQSRecord): Promise<string | undefined> => {
    try {
      await handleMessage(v.parse(bodySchema, body));
      return undefined;
    } catch (error) {
      log.error('The message could not be handled', error as Error);
      return messageId;
    }
  };
  return withLedger(async ({ Records }: SQSEvent) => {
    recordUsage('sqs.requests', REQUESTS_PER_BATCH);
    const failures = (await Promise.all(Records.map(handleRecord))).filter((id) => id !== undefined);
    if (failures.length < Records.length) recordUsage('sqs.requests', REQUESTS_PER_BATCH);
    return { batchItemFailures: failures.map((id) => ({ itemIdentifier: id })) };
  });
}
