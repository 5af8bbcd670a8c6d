import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ServiceFunction } from '../../function/index.ts';
import { type AlarmSpec, MOST_METRICS, PERIOD, sumOf } from './alarm-spec.ts';

/** Share of the account's concurrency that raises the alarm. */
const NEARLY_ALL = 0.9;

/** Throttled invocations within one period that raise the alarm. */
const THROTTLES = 10;

/** Errors of endpoints or workers within one period that raise the alarm. */
const ERRORS = 1;

/** Errors of steps within one period that raise the alarm: steps are retried, so one error does not fail a job. */
const STEP_ERRORS = 5;

/** Functions by the importance of an error. */
export interface FunctionGroups {
  endpoints: readonly ServiceFunction[];
  steps: readonly ServiceFunction[];
  workers: readonly ServiceFunction[];
}

/**
 * Alarms on errors, concurrency and throttling of functions.
 *
 * @param concurrency the account's concurrent executions
 * @param clientFailures jobs that failed because of their input: each is an error of a step, but not of the service
 */
export const functionAlarms = (groups: FunctionGroups, concurrency: number, clientFailures: IMetric): AlarmSpec[] => [
  ...errorAlarms(groups, clientFailures),
  {
    id: 'Concurrency',
    metric: ofAccount('ConcurrentExecutions', 'Maximum'),
    threshold: Math.ceil(concurrency * NEARLY_ALL),
    periods: 3,
    meaning: `All functions of the account together have used ${NEARLY_ALL * 100} % of its ${concurrency} concurrent executions for a quarter of an hour.`,
    action: 'Ask for a higher quota, or lower the settings capacity and renderers.',
  },
  {
    id: 'Throttles',
    metric: ofAccount('Throttles', 'Sum'),
    threshold: THROTTLES,
    periods: 2,
    meaning: `Lambda has refused ${THROTTLES} invocations or more in two periods running, since too many were running.`,
    action: 'See on the dashboard which functions were throttled, and what else ran in the account.',
  },
];

const errorAlarms = ({ endpoints, steps, workers }: FunctionGroups, clientFailures: IMetric): AlarmSpec[] => [
  ...alarmsOf('EndpointErrors', endpoints, {
    threshold: ERRORS,
    meaning: 'A function behind the API has crashed or run out of time; its client got a 5xx.',
    action: 'See on the dashboard which one, then its log.',
  }),
  ...alarmsOf('StepErrors', steps, {
    less: clientFailures,
    threshold: STEP_ERRORS,
    meaning: `Steps of jobs have failed ${STEP_ERRORS} times or more within ${PERIOD.toMinutes()} minutes, beside those that refused a job for its own fault.`,
    action: 'See on the dashboard which step, then its log.',
  }),
  ...alarmsOf('WorkerErrors', workers, {
    threshold: ERRORS,
    meaning: 'A function that works off a queue, an event or the clock has crashed or run out of time.',
    action: 'See on the dashboard which one, then its log; what it was working on is tried again.',
  }),
];

/**
 * One alarm over the errors of a group of functions, or several where the group is too large for one.
 *
 * @param less a metric that is subtracted from the first sum
 */
function alarmsOf(
  id: string,
  functions: readonly ServiceFunction[],
  { less, ...alarm }: Pick<AlarmSpec, 'threshold' | 'meaning' | 'action'> & { less?: IMetric },
): AlarmSpec[] {
  const size = less ? MOST_METRICS - 1 : MOST_METRICS;
  return batches(functions, size).map((batch, index) => ({
    id: index === 0 ? id : `${id}${index + 1}`,
    metric: sumOf(id, batch.map(errorsOf), index === 0 ? less : undefined),
    ...alarm,
  }));
}

const errorsOf = ({ lambda, name }: ServiceFunction): IMetric => lambda.metricErrors({ period: PERIOD, statistic: 'Sum', label: name });

const batches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

/** A metric of all functions of the account and region together, which share one quota. */
const ofAccount = (metricName: string, statistic: string): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: PERIOD });
