import { SendMessageCommand } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { sqs } from './clients.ts';

/** What travels on the jobs queue and on the deadlines queue: the job is looked up, never carried. */
export const jobMessageSchema = v.object({ id: v.pipe(v.string(), v.uuid()), account: v.string() });

export type JobMessage = v.InferOutput<typeof jobMessageSchema>;

export const deadlineMessageSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  /** When the job must have begun, ms since 1970. */
  at: v.number(),
});

export type DeadlineMessage = v.InferOutput<typeof deadlineMessageSchema>;

/** The longest that SQS delays a message, s; a later deadline is delayed again. */
export const MAX_DELAY = 900;

/** Queues a job. The message group makes the queue fair: one account's flood does not delay another's job. */
export async function enqueueJob(queueUrl: string, { id, account }: JobMessage): Promise<void> {
  await sqs().send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify({ id, account }),
      MessageGroupId: account,
    }),
  );
}

/** Has a deadline fire as close to its time as the queue's whole seconds allow, never early. */
export async function enqueueDeadline(queueUrl: string, deadline: DeadlineMessage, now = Date.now()): Promise<void> {
  const seconds = Math.ceil((deadline.at - now) / 1000);
  await sqs().send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify(deadline),
      DelaySeconds: Math.min(Math.max(seconds, 0), MAX_DELAY),
    }),
  );
}
