import { Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { SERVICE_FAILURES, TASKS_NOT_STARTED } from '#aws/metrics';
import type { Pipeline } from '../../pipeline/index.ts';
import { stageMetric } from '../stage-metric.ts';
import { type AlarmSpec, PERIOD } from './alarm-spec.ts';

/** Number of jobs that fail because of the service within one period to raise the alarm. */
const FAILURES = 5;

/** Number of failed attempts at render tasks within one period that raises the alarm. */
const ATTEMPTS = 5;

/** Alarms on failed jobs and render tasks. */
export const jobAlarms = ({ machine: { machine } }: Pipeline, stage: string): AlarmSpec[] => [
  {
    id: 'JobsFailed',
    metric: stageMetric(stage, SERVICE_FAILURES, PERIOD),
    threshold: FAILURES,
    meaning: `The service failed ${FAILURES} or more jobs within ${PERIOD.toMinutes()} minutes, not counting failures caused by client input.`,
    action: "Open the state machine's failed executions to see the step, error, and cause.",
  },
  {
    id: 'ExecutionsTimedOut',
    metric: machine.metricTimedOut({ period: PERIOD }),
    threshold: 1,
    meaning: "A job's execution timed out.",
    action: 'Find the step that hung in its history.',
  },
  {
    id: 'TasksNotStarted',
    metric: stageMetric(stage, TASKS_NOT_STARTED, PERIOD),
    threshold: 1,
    meaning: 'ECS accepted a render task, but the task could not start.',
    action: 'Read the reason in the log of the function stopped; it is usually the image, the network, or the role.',
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
    meaning: 'For 15 minutes, ECS rejected render tasks, or they failed.',
    action: "Check the state `Render task` of a running execution; the cause is usually the account's Fargate vCPU quota.",
  },
];

/** Returns the ARN of the Step Functions integration that starts an ECS task and waits for its token. */
const runTaskArn = (scope: Parameters<typeof Stack.of>[0]): string =>
  `arn:${Stack.of(scope).partition}:states:::ecs:runTask.waitForTaskToken`;
