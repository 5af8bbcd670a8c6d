/** What the service's own metrics are found under. */
export const METRIC_NAMESPACE = 'Avatar';

/** Jobs that failed on the side of the service, and those that failed for what the client sent. */
export const SERVICE_FAILURES = 'ServiceFailures';
export const CLIENT_FAILURES = 'ClientFailures';

/** Tasks that ECS took on and could not start. */
export const TASKS_NOT_STARTED = 'TasksNotStarted';

/** Test jobs of the canary that did not give what they should: 1, or 0 for one that did; and how long one took, s. */
export const CANARY_FAILURES = 'CanaryFailures';
export const CANARY_SECONDS = 'CanarySeconds';

/** Something to be counted. */
export interface MetricValues {
  values: Readonly<Record<string, number>>;
  /** What it is told apart by, of few values each: every combination is a metric with a price. */
  labels: Readonly<Record<string, string>>;
  /** By which of the labels together; by all where it is not said. */
  by?: readonly (readonly string[])[];
}

/**
 * A line of the log that CloudWatch makes metrics of (CloudWatch user guide, "Specification: Embedded metric format").
 *
 * @param now milliseconds since 1970
 */
export function metricLine({ values, labels, by = [Object.keys(labels)] }: MetricValues, now = Date.now()): string {
  const Metrics = Object.keys(values).map((Name) => ({ Name, Unit: 'None' }));
  const CloudWatchMetrics = [{ Namespace: METRIC_NAMESPACE, Dimensions: by, Metrics }];
  return JSON.stringify({ _aws: { Timestamp: now, CloudWatchMetrics }, ...labels, ...values });
}

/**
 * Counts something in CloudWatch: no call, and nothing that could fail. The line is written as it is: what Lambda's console puts
 * before a line would spoil it.
 */
export function putMetrics(counted: MetricValues): void {
  process.stdout.write(`${metricLine(counted)}\n`);
}
