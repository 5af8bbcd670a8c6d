import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, type TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';

/** Default alarm period. */
export const PERIOD = Duration.minutes(5);

/** Maximum number of metrics per alarm (CloudWatch user guide, "CloudWatch quotas"). */
export const MAX_METRICS = 10;

/** An alarm with its metric and the message that recipients get. */
export interface AlarmSpec {
  /** Name in the template. In lowercase, it is also the runbook section. */
  id: string;
  metric: IMetric;
  /** The lowest value that raises the alarm. */
  threshold: number;
  /** Number of consecutive data points that must reach the threshold to raise the alarm; defaults to 1. */
  periods?: number;
  /**
   * Treatment of missing data, which counts as good by default. With `MISSING`, an alarm sends a message if its data stops, but a new alarm
   * that has no data yet does not.
   */
  missing?: TreatMissingData;
  /** The event that raised the alarm, in one sentence. */
  meaning: string;
  /** The first thing to do, in one sentence. */
  action: string;
}

/**
 * Returns the sum of several metrics. An alarm on the sum costs as much as an alarm on each metric, but sends only one message. A metric
 * without data counts as 0. Otherwise DynamoDB metrics, which only have data during throttling, would keep an alarm raised.
 * @param metrics up to ten metrics, including `less`, which is subtracted
 * @throws Error if there are more than ten
 */
export function sumOf(label: string, metrics: readonly IMetric[], less?: IMetric): MathExpression {
  const count = metrics.length + (less ? 1 : 0);
  if (count > MAX_METRICS) throw new Error(`${label}: an alarm must have up to ${MAX_METRICS} metrics, got ${count}`);
  const summands = Object.fromEntries(metrics.map((metric, index) => [`summand${index}`, metric]));
  const sum = 'SUM(FILL(METRICS("summand"), 0))';
  return new MathExpression({
    expression: less ? `${sum} - FILL(less, 0)` : sum,
    usingMetrics: { ...summands, ...(less && { less }) },
    period: PERIOD,
    label,
  });
}
