import { SendMessageCommand } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { sqs } from './clients.ts';

/** A message in the jobs queue. */
export const jobMessageSchema = v.object({ id: v.pipe(v.string(), v.uuid()), account: v.string() });

type JobMessage = v.InferOutput<typeof jobMessageSchema>;

/** A message in the deadlines queue. */
export const deadlineMessageSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  /** Time by which the job must have started, in ms since 1970. */
  at: v.number(),
});

type DeadlineMessage = v.InferOutput<typeof deadlineMessageSchema>;

/** Maximum delay of an SQS message, in s (SQS API reference, "SendMessage"). */
export const MAX_DELAY = 900;

/** Queues a job. The account is the message group, so that one account's jobs do not delay jobs from others. */
export async function enqueueJob(queueUrl: string, { id, account }: JobMessage): Promise<void> {
  await sqs().send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify({ id, account }),
      MessageGroupId: account,
    }),
  );
}

/**
 * Queues a message for delivery at a given time, rounded up to the next second. If it is due more than `MAX_DELAY` from now, it arrives
 * early, and the receiver must queue it again.
 * @param message `at` is the due time, in ms since 1970
 */
export async function enqueueAt(queueUrl: string, message: { at: number }): Promise<void> {
  const seconds = Math.ceil((message.at - Date.now()) / 1000);
  await sqs().send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify(message),
      DelaySeconds: Math.min(Math.max(seconds, 0), MAX_DELAY),
    }),
  );
}

/** Queues a deadline; see `enqueueAt`. */
export const enqueueDeadline = (queueUrl: string, deadline: DeadlineMessage): Promise<void> => enqueueAt(queueUrl, deadline);
