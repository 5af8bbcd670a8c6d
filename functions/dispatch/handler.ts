import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { jobMessageSchema, log, readEnvironment } from '../../layers/cloud/index.ts';
import { dispatchJob } from './dispatch.ts';

const settings = readEnvironment('dispatch');
const messageSchema = v.pipe(v.string(), v.parseJson(), jobMessageSchema);

/** Starts queued jobs while there is capacity. A message that fails comes again; the others of its batch are done. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const failures = await Promise.all(event.Records.map(dispatchRecord));
  return { batchItemFailures: failures.flatMap((id) => (id ? [{ itemIdentifier: id }] : [])) };
}

async function dispatchRecord(record: SQSRecord): Promise<string | undefined> {
  try {
    const { id } = v.parse(messageSchema, record.body);
    log.info('Dispatch', { job: id, outcome: await dispatchJob(settings, id) });
    return undefined;
  } catch (error) {
    log.error('The message could not be dispatched', error as Error);
    return record.messageId;
  }
}
