import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, type TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';

/** Default period of an alarm. */
export const PERIOD = Duration.minutes(5);

/** Largest number of metrics of an alarm (CloudWatch user guide, "CloudWatch quotas"). */
export const MOST_METRICS = 10;

/** An alarm: its metric, and the message for the person who gets it. */
export interface AlarmSpec {
  /** Its name in the template, and in small letters its section of the runbook. */
  id: string;
  metric: IMetric;
  /** Value from which a data point is breaching. */
  threshold: number;
  /** Consecutive breaching data points before the alarm is raised; 1 by default. */
  periods?: number;
  /**
   * How a missing data point counts; as good by default. With `MISSING`, an alarm whose data stops goes to INSUFFICIENT_DATA and sends
   * a message; a new alarm begins in that state and sends none.
   */
  missing?: TreatMissingData;
  /** One sentence: the event that raised the alarm. */
  meaning: string;
  /** One sentence: the first thing to do. */
  action: string;
}

/**
 * The sum of several metrics. An alarm on it costs as much as an alarm on each, but sends one message instead of many. A metric without
 * data counts as 0; otherwise DynamoDB's metrics, which have data only while it throttles, would keep an alarm raised.
 *
 * @param metrics at most ten, together with `less`
 * @param less a metric that is subtracted
 * @throws Error when there are more than ten
 */
export function sumOf(label: string, metrics: readonly IMetric[], less?: IMetric): MathExpression {
  const count = metrics.length + (less ? 1 : 0);
  if (count > MOST_METRICS) throw new Error(`${label}: an alarm may look at ${MOST_METRICS} metrics, but this one has ${count}`);
  const summands = Object.fromEntries(metrics.map((metric, index) => [`summand${index}`, metric]));
  const sum = 'SUM(FILL(METRICS("summand"), 0))';
  return new MathExpression({
    expression: less ? `${sum} - FILL(less, 0)` : sum,
    usingMetrics: { ...summands, ...(less && { less }) },
    period: PERIOD,
    label,
  });
}
