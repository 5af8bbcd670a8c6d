import type { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { METRIC_NAMESPACE } from '#aws/metrics';

/** Returns the sum of a metric that the functions in a deployment publish. @param metricName as in `putMetrics` */
export const stageMetric = (stage: string, metricName: string, period: Duration): Metric =>
  new Metric({ namespace: METRIC_NAMESPACE, metricName, dimensionsMap: { stage }, statistic: 'Sum', period });
