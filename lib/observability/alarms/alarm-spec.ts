import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, type TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';

/** Default period of an alarm. */
export const PERIOD = Duration.minutes(5);

/** Largest number of metrics of an alarm (CloudWatch user guide, "CloudWatch quotas"). */
export const MAX_METRICS = 10;

/** An alarm: its metric, and the message for the person who gets it. */
export interface AlarmSpec {
  /** Name in the template and, in lowercase, section of the runbook. */
  id: string;
  metric: IMetric;
  /** Minimum breaching value. */
  threshold: number;
  /** Consecutive breaching data points that raise the alarm; 1 by default. */
  periods?: number;
  /** Treatment of missing data; good by default. With `MISSING`, an alarm whose data stops sends a message, but a new one does not. */
  missing?: TreatMissingData;
  /** The event that raised the alarm, in one sentence. */
  meaning: string;
  /** The first thing to do, in one sentence. */
  action: string;
}

/**
 * Sum of several metrics: an alarm on it costs as much as one on each, but sends one message. A metric without data counts as 0; otherwise
 * DynamoDB's metrics, which have data only during throttling, would keep an alarm raised.
 * @param metrics up to ten, together with `less`, which is subtracted
 * @throws Error when there are more than ten
 */
export function sumOf(label: string, metrics: readonly IMetric[], less?: IMetric): MathExpression {
  const count = metrics.length + (less ? 1 : 0);
  if (count > MAX_METRICS) throw new Error(`${label}: an alarm may look at ${MAX_METRICS} metrics, but this one has ${count}`);
  const summands = Object.fromEntries(metrics.map((metric, index) => [`summand${index}`, metric]));
  const sum = 'SUM(FILL(METRICS("summand"), 0))';
  return new MathExpression({
    expression: less ? `${sum} - FILL(less, 0)` : sum,
    usingMetrics: { ...summands, ...(less && { less }) },
    period: PERIOD,
    label,
  });
}
