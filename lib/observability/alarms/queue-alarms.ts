import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { MAX_DELAY } from '#aws/queues';
import type { WorkQueue } from '../../pipeline/index.ts';
import { type AlarmSpec, PERIOD, sumOf } from './alarm-spec.ts';

/** Age of the oldest message that raises the alarm, in s. */
const MAX_AGE = 300;

export interface QueuesProps {
  jobs: WorkQueue;
  deadlines: WorkQueue;
  webhooks: WorkQueue;
  /** Dead-letter queues by the name of their source queue. */
  deadLetters: Readonly<Record<string, Queue>>;
}

export const queueAlarms = ({ jobs, deadlines, webhooks, deadLetters }: QueuesProps): AlarmSpec[] => [
  {
    id: 'DispatchLag',
    metric: ageOf(jobs),
    threshold: MAX_AGE,
    meaning: `A message has been in the jobs queue for ${MAX_AGE / 60} minutes; jobs parked for capacity do not count.`,
    action: "Read the dispatch function's log, and check whether it is throttled.",
  },
  {
    id: 'DeadlinesLag',
    metric: ageOf(deadlines),
    // Messages in this queue are delayed, and the delay may count toward their age.
    threshold: MAX_DELAY + MAX_AGE,
    meaning: 'Deadlines are not being processed, so a job may remain queued beyond its wait_time.',
    action: "Read the deadline function's log, and check whether it is throttled.",
  },
  {
    id: 'WebhooksLag',
    metric: ageOf(webhooks),
    threshold: MAX_DELAY + MAX_AGE,
    meaning: 'Webhooks are late because deliveries are waiting in the queue.',
    action: "Check the deliver function's log for receivers that never respond, and raise webhookConcurrency.",
  },
  {
    id: 'RecursionStopped',
    metric: sumOf('RecursionStopped', [jobs, deadlines, webhooks].map(stoppedOf)),
    threshold: 1,
    meaning: 'Lambda mistook a function that sends to the queue that invokes it for a runaway loop, and stopped it.',
    action: 'Set the function back to `RecursiveLoop: Allow`, then redrive the dead letters of its queue.',
  },
  ...Object.entries(deadLetters).map(
    ([name, queue]): AlarmSpec => ({
      id: `${name}DeadLetters`,
      metric: queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: 'Maximum' }),
      threshold: 1,
      meaning: 'A message could not be processed and is in the dead-letter queue.',
      action: "Find the cause in the function's log, fix it, then redrive the queue.",
    }),
  ),
];

const ageOf = ({ queue }: WorkQueue) => queue.metricApproximateAgeOfOldestMessage({ period: PERIOD, statistic: 'Maximum' });

const stoppedOf = ({ consumer }: WorkQueue) =>
  consumer.lambda.metric('RecursiveInvocationsDropped', { period: PERIOD, statistic: 'Sum', label: consumer.name });
