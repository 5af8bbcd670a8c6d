import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, type TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';

/** Time that one data point covers, where an alarm says nothing else. */
export const PERIOD = Duration.minutes(5);

/** Metrics that one alarm may look at (CloudWatch user guide, "CloudWatch quotas"). */
export const MOST_METRICS = 10;

/** One alarm: what it watches, and what it says to the person who gets it. */
export interface AlarmSpec {
  /** Its name in the template, and in small letters its section of the runbook. */
  id: string;
  metric: IMetric;
  /** Value from which a data point is bad. */
  threshold: number;
  /** Data points in a row that must be bad; 1 where it is not said. */
  periods?: number;
  /**
   * How a missing data point counts; as good by default. With `MISSING`, an alarm whose data stops goes to INSUFFICIENT_DATA and sends
   * a message; a new alarm begins in that state and sends none.
   */
  missing?: TreatMissingData;
  /** What has happened, as a sentence. */
  meaning: string;
  /** What to do first, as a sentence. */
  action: string;
}

/**
 * The sum of several metrics as one. An alarm on it costs as much as alarms on each of them, and is one message instead of many.
 * A metric without data counts as 0: otherwise DynamoDB's, which has data only while it throttles, would keep an alarm raised.
 *
 * @param metrics at most ten, with `less`, which is all that an alarm may look at
 * @param less what is taken off the sum
 * @throws Error when there are more
 */
export function sumOf(label: string, metrics: readonly IMetric[], less?: IMetric): MathExpression {
  const count = metrics.length + (less ? 1 : 0);
  if (count > MOST_METRICS)
    throw new Error(`${label}: an alarm may look at ${MOST_METRICS} metrics, but this one has ${count}`);
  const summands = Object.fromEntries(metrics.map((metric, index) => [`summand${index}`, metric]));
  const sum = 'SUM(FILL(METRICS("summand"), 0))';
  return new MathExpression({
    expression: less ? `${sum} - FILL(less, 0)` : sum,
    usingMetrics: { ...summands, ...(less && { less }) },
    period: PERIOD,
    label,
  });
}
