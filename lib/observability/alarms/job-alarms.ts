import { Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { SERVICE_FAILURES, TASKS_NOT_STARTED } from '#aws/metrics';
import type { Pipeline } from '../../pipeline/index.ts';
import { stageMetric } from '../stage-metric.ts';
import { type AlarmSpec, PERIOD } from './alarm-spec.ts';

/** Jobs that the service failed within one period that raise the alarm. */
const FAILURES = 5;

/** Failed attempts of render tasks within one period that raise the alarm. */
const ATTEMPTS = 5;

/** Alarms on failed jobs and render tasks. */
export const jobAlarms = ({ machine: { machine } }: Pipeline, stage: string): AlarmSpec[] => [
  {
    id: 'JobsFailed',
    metric: stageMetric(stage, SERVICE_FAILURES, PERIOD),
    threshold: FAILURES,
    meaning: `The service has failed ${FAILURES} jobs or more within ${PERIOD.toMinutes()} minutes; those that failed for what the client sent do not count.`,
    action: 'See the failed executions of the state machine: the step, its error and its cause.',
  },
  {
    id: 'ExecutionsTimedOut',
    metric: machine.metricTimedOut({ period: PERIOD }),
    threshold: 1,
    meaning: 'A job ran into the time limit of its whole execution.',
    action: 'See in its history which step hung.',
  },
  {
    id: 'TasksNotStarted',
    metric: stageMetric(stage, TASKS_NOT_STARTED, PERIOD),
    threshold: 1,
    meaning: 'ECS accepted a task that should render a video, but it could not start.',
    action: 'See in the log of stopped why: mostly the image, the network or the role.',
  },
  {
    id: 'TaskAttemptsFailed',
    metric: new Metric({
      namespace: 'AWS/States',
      metricName: 'ServiceIntegrationsFailed',
      dimensionsMap: { ServiceIntegrationResourceArn: runTaskArn(machine) },
      statistic: 'Sum',
      period: PERIOD,
    }),
    threshold: ATTEMPTS,
    periods: 3,
    meaning: 'ECS refuses tasks that should render videos, or they fail, again and again for a quarter of an hour.',
    action: "See the state `Render task` of a running execution: mostly the account's quota of Fargate processors.",
  },
];

/** Step Functions' name of the integration that starts a task and waits for its token. */
const runTaskArn = (scope: Parameters<typeof Stack.of>[0]): string =>
  `arn:${Stack.of(scope).partition}:states:::ecs:runTask.waitForTaskToken`;
