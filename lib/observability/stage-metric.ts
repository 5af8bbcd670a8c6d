import type { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { METRIC_NAMESPACE } from '../../layers/aws/metrics.ts';

/** The sum of what the functions of a deployment have counted themselves. @param metricName as `putMetrics` has it */
export const stageMetric = (stage: string, metricName: string, period: Duration): Metric =>
  new Metric({ namespace: METRIC_NAMESPACE, metricName, dimensionsMap: { stage }, statistic: 'Sum', period });
