/** What the service's own metrics are found under. */
export const METRICS = 'Avatar';

/**
 * Counts something in CloudWatch, by a line of the log in its embedded metric format: no call, and nothing that could fail.
 *
 * @param dimensions what it is told apart by, of few values each: every combination is a metric with a price
 */
export function putMetrics(
  values: Readonly<Record<string, number>>,
  dimensions: Readonly<Record<string, string>>,
): void {
  const Metrics = Object.keys(values).map((Name) => ({ Name }));
  const CloudWatchMetrics = [{ Namespace: METRICS, Dimensions: [Object.keys(dimensions)], Metrics }];
  console.log(JSON.stringify({ _aws: { Timestamp: Date.now(), CloudWatchMetrics }, ...dimensions, ...values }));
}
