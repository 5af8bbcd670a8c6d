import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, type TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';

/** Default alarm period. */
export const PERIOD = Duration.minutes(5);

/** Maximum number of metrics per alarm (CloudWatch user guide, "CloudWatch quotas"). */
export const MAX_METRICS = 10;

/** An alarm with its metric and the message for whoever receives it. */
export interface AlarmSpec {
  /** Name in the template. In lowercase, it is the runbook section. */
  id: string;
  metric: IMetric;
  /** Minimum breaching value. */
  threshold: number;
  /** Number of consecutive breaching data points that raise the alarm; defaults to 1. */
  periods?: number;
  /**
   * Treatment of missing data, which is good by default. With `MISSING`, an alarm sends a message if its data stops, but a new alarm
   * without data does not.
   */
  missing?: TreatMissingData;
  /** The event that raised the alarm, in one sentence. */
  meaning: string;
  /** The first thing to do, in one sentence. */
  action: string;
}

/**
 * Returns the sum of several metrics. An alarm on it costs as much as an alarm on each, but sends one message. A metric without data counts
 * as 0. Otherwise DynamoDB's metrics, which only have data during throttling, would keep an alarm raised.
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
