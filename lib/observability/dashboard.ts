import { Duration } from 'aws-cdk-lib';
import { AlarmStatusWidget, Dashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { CLIENT_FAILURES, JOBS_RESTARTED, SERVICE_FAILURES } from '#aws/metrics';
import type { Api } from '../api/index.ts';
import type { ServiceFunction } from '../function/index.ts';
import type { Pipeline } from '../pipeline/index.ts';
import { type Alarms, PERIOD } from './alarms/index.ts';
import { costWidgets } from './cost-widgets.ts';
import { stageMetric } from './stage-metric.ts';

/** Number of dashboard columns. */
const COLUMNS = 24;

export interface DashboardProps {
  /** Name, which must be unique within the account across all regions. */
  name: string;
  stage: string;
  api: Api;
  pipeline: Pipeline;
  alarms: Alarms;
  functions: readonly ServiceFunction[];
}

/** Adds the dashboard. */
export function addDashboard(scope: Construct, { name, stage, api, pipeline, alarms, functions }: DashboardProps): Dashboard {
  const dashboard = new Dashboard(scope, 'Dashboard', {
    dashboardName: name,
    defaultInterval: Duration.hours(6),
  });
  dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms.alarms], width: COLUMNS, height: 3 }));
  dashboard.addWidgets(
    graph('Requests', [api.api.metricCount(), api.api.metricClientError(), api.api.metricServerError()]),
    graph('Response time of generate, ms', percentiles(api.endpoints.generate)),
    graph('Age of the oldest queued message, s', [pipeline.jobsQueue.queue.metricApproximateAgeOfOldestMessage()]),
  );
  const { machine } = pipeline.machine;
  dashboard.addWidgets(
    graph('Jobs', [
      machine.metricStarted(),
      machine.metricSucceeded(),
      stageMetric(stage, SERVICE_FAILURES, PERIOD),
      stageMetric(stage, CLIENT_FAILURES, PERIOD),
      stageMetric(stage, JOBS_RESTARTED, PERIOD),
      machine.metricTimedOut(),
    ]),
    graph('Job duration, ms', [machine.metricTime({ statistic: 'p50' }), machine.metricTime({ statistic: 'p99' })]),
    graph('Dead letters', deadLetters(pipeline)),
  );
  const steps = Object.values(pipeline.steps) as ServiceFunction[];
  dashboard.addWidgets(
    graph(
      'Duration by step, ms',
      steps.map((step) => step.lambda.metricDuration({ label: step.name })),
    ),
    graph(
      'Errors by function',
      functions.map(({ lambda, name }) => lambda.metricErrors({ label: name })),
    ),
    graph(
      'Throttled invocations',
      functions.map(({ lambda, name }) => lambda.metricThrottles({ label: name })),
    ),
  );
  dashboard.addWidgets(...costWidgets(stage, machine));
  return dashboard;
}

const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: COLUMNS / 3, height: 6 });

const percentiles = ({ lambda }: ServiceFunction): IMetric[] =>
  ['p50', 'p99'].map((statistic) => lambda.metricDuration({ statistic, label: statistic }));

const deadLetters = ({ jobsQueue, deadlinesQueue, executionEnds, sweepSchedule, taskStops }: Pipeline): IMetric[] =>
  Object.entries({
    jobs: jobsQueue,
    deadlines: deadlinesQueue,
    executionEnds,
    sweepSchedule,
    taskStops,
  }).map(([label, joint]) => joint.deadLetters.metricApproximateNumberOfMessagesVisible({ label }));
