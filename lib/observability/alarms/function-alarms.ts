import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ServiceFunction } from '../../function/index.ts';
import { type AlarmSpec, MAX_METRICS, PERIOD, sumOf } from './alarm-spec.ts';

/** Share of the account's concurrency that raises the alarm. */
const NEARLY_ALL = 0.9;

/** Number of throttled invocations within one period that raises the alarm. */
const THROTTLES = 10;

/** Number of endpoint or worker errors within one period that raises the alarm. */
const ERRORS = 1;

/** Number of step errors within one period that raises the alarm. Steps are retried, so one error does not fail a job. */
const STEP_ERRORS = 5;

/** Functions grouped by how serious an error is. */
export interface FunctionGroups {
  endpoints: readonly ServiceFunction[];
  steps: readonly ServiceFunction[];
  workers: readonly ServiceFunction[];
}

/**
 * Alarms on functions.
 * @param concurrency the account's concurrency
 * @param clientFailures jobs with invalid input, which are step errors but not service failures
 */
export const functionAlarms = (groups: FunctionGroups, concurrency: number, clientFailures: IMetric): AlarmSpec[] => [
  ...errorAlarms(groups, clientFailures),
  {
    id: 'Concurrency',
    metric: ofAccount('ConcurrentExecutions', 'Maximum'),
    threshold: Math.ceil(concurrency * NEARLY_ALL),
    periods: 3,
    meaning: `For 15 minutes, the account's functions used ${NEARLY_ALL * 100}% of its ${concurrency} concurrent executions.`,
    action: 'Request a higher quota, or lower the settings capacity and renderers.',
  },
  {
    id: 'Throttles',
    metric: ofAccount('Throttles', 'Sum'),
    threshold: THROTTLES,
    periods: 2,
    meaning: `Lambda throttled ${THROTTLES} or more invocations in each of two consecutive periods.`,
    action: 'Check the dashboard for the throttled functions, and what else ran in the account.',
  },
];

const errorAlarms = ({ endpoints, steps, workers }: FunctionGroups, clientFailures: IMetric): AlarmSpec[] => [
  ...alarmsOf('EndpointErrors', endpoints, {
    threshold: ERRORS,
    meaning: 'A function behind the API crashed or timed out; its client got a 5xx.',
    action: 'Find the function on the dashboard, then read its log.',
  }),
  ...alarmsOf('StepErrors', steps, {
    less: clientFailures,
    threshold: STEP_ERRORS,
    meaning: `Job steps failed ${STEP_ERRORS} or more times within ${PERIOD.toMinutes()} minutes, not counting jobs rejected for their input.`,
    action: 'Find the step on the dashboard, then read its log.',
  }),
  ...alarmsOf('WorkerErrors', workers, {
    threshold: ERRORS,
    meaning: 'A function triggered by a queue, an event or a schedule crashed or timed out.',
    action: 'Find the function on the dashboard, then read its log; its event is retried.',
  }),
];

/**
 * Alarms on the errors of a group. A group that is too large for one alarm gets several.
 * @param less metric to subtract from the first sum
 */
function alarmsOf(
  id: string,
  functions: readonly ServiceFunction[],
  { less, ...alarm }: Pick<AlarmSpec, 'threshold' | 'meaning' | 'action'> & { less?: IMetric },
): AlarmSpec[] {
  const size = less ? MAX_METRICS - 1 : MAX_METRICS;
  return batches(functions, size).map((batch, index) => ({
    id: index === 0 ? id : `${id}${index + 1}`,
    metric: sumOf(id, batch.map(errorsOf), index === 0 ? less : undefined),
    ...alarm,
  }));
}

const errorsOf = ({ lambda, name }: ServiceFunction): IMetric => lambda.metricErrors({ period: PERIOD, statistic: 'Sum', label: name });

const batches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

/** Returns a metric for all functions in the account and region combined, because they share one quota. */
const ofAccount = (metricName: string, statistic: string): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: PERIOD });
