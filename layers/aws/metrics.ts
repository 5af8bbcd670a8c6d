/** CloudWatch namespace for the metrics of the service. */
export const METRIC_NAMESPACE = 'Avatar';

/** Jobs that failed because of the service, and jobs that failed because of the client's input. */
export const SERVICE_FAILURES = 'ServiceFailures';
export const CLIENT_FAILURES = 'ClientFailures';

/** Jobs that were restarted because their executions were lost. */
export const JOBS_RESTARTED = 'JobsRestarted';

/** ECS tasks that could not start. */
export const TASKS_NOT_STARTED = 'TasksNotStarted';

/** Metrics for a canary test job: 1 if it failed, 0 otherwise; and its duration, in s. */
export const CANARY_FAILURES = 'CanaryFailures';
export const CANARY_SECONDS = 'CanarySeconds';

/** Metric values with their dimensions. */
export interface MetricValues {
  values: Readonly<Record<string, number>>;
  /** Dimension values. Every combination is a separate metric that costs money, so each dimension must have few values. */
  labels: Readonly<Record<string, string>>;
  /** Sets of dimensions to aggregate by. Defaults to one set with all of them. */
  dimensions?: readonly (readonly string[])[];
}

/**
 * Formats a log line that CloudWatch turns into metrics (CloudWatch user guide, "Specification: Embedded metric format").
 * @param now ms since 1970
 */
export function metricLine({ values, labels, dimensions = [Object.keys(labels)] }: MetricValues, now: number): string {
  const Metrics = Object.keys(values).map((Name) => ({ Name, Unit: 'None' }));
  const CloudWatchMetrics = [{ Namespace: METRIC_NAMESPACE, Dimensions: dimensions, Metrics }];
  return JSON.stringify({ _aws: { Timestamp: now, CloudWatchMetrics }, ...labels, ...values });
}

/** Publishes metrics as a log line, without an API call. Bypasses `console`, which would add a prefix. */
export function putMetrics(metrics: MetricValues): void {
  process.stdout.write(`${metricLine(metrics, Date.now())}\n`);
}
