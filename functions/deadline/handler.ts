import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import {
  cancelOverdue,
  type DeadlineMessage,
  deadlineMessageSchema,
  log,
  readEnvironment,
  sendDeadline,
} from '../../layers/cloud/index.ts';

const settings = readEnvironment('deadline');
const messageSchema = v.pipe(v.string(), v.parseJson(), deadlineMessageSchema);

/** Cancels jobs whose `wait_time` has passed while they were queued. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const failures = await Promise.all(event.Records.map(meetRecord));
  return { batchItemFailures: failures.flatMap((id) => (id ? [{ itemIdentifier: id }] : [])) };
}

async function meetRecord(record: SQSRecord): Promise<string | undefined> {
  try {
    await meetDeadline(v.parse(messageSchema, record.body));
    return undefined;
  } catch (error) {
    log.error('The deadline could not be met', error as Error);
    return record.messageId;
  }
}

/** A deadline further off than the queue can delay comes here early and is sent again. */
async function meetDeadline(deadline: DeadlineMessage): Promise<void> {
  if (deadline.at > Date.now()) return sendDeadline(settings.DEADLINES_QUEUE_URL, deadline);
  const cancelled = await cancelOverdue(settings.JOBS_TABLE, settings.EVENT_BUS, deadline.id);
  log.info('Deadline', { job: deadline.id, cancelled });
}
