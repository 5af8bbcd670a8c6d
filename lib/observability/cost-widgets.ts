import { RESULT_TYPES } from '@talking-avatar/contract';
import { Duration } from 'aws-cdk-lib';
import { GraphWidget, type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { METRIC_NAMESPACE } from '#aws/metrics';
import { NO_KEY } from '#billing';
import { COST_METRIC } from '#billing/metrics';
import { ENVIRONMENTS } from '../function/index.ts';

/** Returns a metric for the costs that functions report, in dollars. It is per hour by default because jobs may be rare. */
export function costMetric(stage: string, dimensions: Readonly<Record<string, string>> = {}, period = Duration.hours(1)) {
  const [label] = Object.values(dimensions);
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: COST_METRIC,
    dimensionsMap: { stage, ...dimensions },
    statistic: 'Sum',
    period,
    ...(label && { label }),
  });
}

export function costWidgets(stage: string, machine: StateMachine): GraphWidget[] {
  const steps = [...Object.keys(ENVIRONMENTS), 'execution'].map((step) => costMetric(stage, { step }));
  const outputs = [...RESULT_TYPES, NO_KEY].map((output) => costMetric(stage, { output }));
  const perJob = new MathExpression({
    expression: 'cost / jobs',
    usingMetrics: {
      cost: costMetric(stage),
      jobs: machine.metricStarted({ statistic: 'Sum', period: Duration.hours(1) }),
    },
    period: Duration.hours(1),
    label: 'total cost divided by started jobs',
  });
  return [
    graph('Cost per job, $', [perJob]),
    graph('Cost by output type, $ per hour', outputs, true),
    graph('Cost by step, $ per hour', steps, true),
  ];
}

const graph = (title: string, left: IMetric[], stacked = false): GraphWidget =>
  new GraphWidget({ title, left, stacked, width: 8, height: 6, leftYAxis: { min: 0 } });
