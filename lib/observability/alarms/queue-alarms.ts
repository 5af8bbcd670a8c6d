import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { MAX_DELAY } from '#aws/queues';
import type { WorkQueue } from '../../pipeline/index.ts';
import { type AlarmSpec, PERIOD } from './alarm-spec.ts';

/** Age of the oldest message that raises the alarm, s. */
const PATIENCE = 300;

/** The queues that are watched. */
export interface QueuesProps {
  jobs: WorkQueue;
  deadlines: WorkQueue;
  webhooks: WorkQueue;
  /** Dead-letter queues by the name of their source. */
  deadLetters: Readonly<Record<string, Queue>>;
}

export const queueAlarms = ({ jobs, deadlines, webhooks, deadLetters }: QueuesProps): AlarmSpec[] => [
  {
    id: 'DispatchLag',
    metric: ageOf(jobs),
    threshold: PATIENCE,
    meaning: `A job has waited ${PATIENCE / 60} minutes to be looked at; one that waits for capacity does not count.`,
    action: 'See the log of dispatch, and whether it is throttled.',
  },
  {
    id: 'DeadlinesLag',
    metric: ageOf(deadlines),
    // Messages of this queue are sent with a delay, which may count as age.
    threshold: MAX_DELAY + PATIENCE,
    meaning: 'A job may stay queued beyond its wait_time: its deadline is not worked off.',
    action: 'See the log of deadline, and whether it is throttled.',
  },
  {
    id: 'WebhooksLag',
    metric: ageOf(webhooks),
    threshold: MAX_DELAY + PATIENCE,
    meaning: 'Clients are notified late: webhooks wait to be sent.',
    action: 'See the log of webhook for receivers that never answer, and raise webhookConcurrency.',
  },
  ...Object.entries(deadLetters).map(
    ([name, queue]): AlarmSpec => ({
      id: `${name}DeadLetters`,
      metric: queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: 'Maximum' }),
      threshold: 1,
      meaning: 'Something could not be worked off and waits in the dead letters.',
      action: 'Find the cause in the log of the function, mend it, then redrive.',
    }),
  ),
];

const ageOf = ({ queue }: WorkQueue) => queue.metricApproximateAgeOfOldestMessage({ period: PERIOD, statistic: 'Maximum' });
