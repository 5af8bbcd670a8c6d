import type { Destination, EventPattern, RuleDefinition } from '../eventbridge/index.ts';
import type { Lambda } from '../lambda/index.ts';
import { type ScheduleOptions, startSchedule } from '../schedule/index.ts';
import { type EventSource, type Sqs, startEventSource, tracesOf } from '../sqs/index.ts';
import type { Deployment } from '../template/index.ts';
import { nameOfArn } from './data.ts';

export const readBuses = (deployment: Deployment): string[] => deployment.list('AWS::Events::EventBus').map(({ name }) => name);

/** Returns event rules. Rules with a schedule are handled by `startSchedules`. */
export const readRules = (deployment: Deployment): RuleDefinition[] =>
  deployment.list('AWS::Events::Rule').flatMap(({ name, properties }) => {
    const { EventPattern: pattern, EventBusName, State, Targets } = properties;
    if (!pattern) return [];
    return [
      {
        Name: name,
        EventBusName,
        EventPattern: pattern as EventPattern,
        State,
        Targets: Targets as RuleDefinition['Targets'],
      },
    ];
  });

/** Finds a rule's target. Functions are called asynchronously, as on AWS. */
export const findDestination =
  (lambda: Lambda, sqs: Sqs) =>
  (arn: string): Destination => {
    if (arn.includes(':sqs:')) return { kind: 'queue', queue: sqs.queue(nameOfArn(arn)) };
    if (!arn.includes(':lambda:')) throw new Error(`Event targets must be functions or queues, got ${arn}`);
    return { kind: 'function', invoke: async (event) => lambda.put(arn, JSON.stringify(event)) };
  };

export function startSchedules(
  deployment: Deployment,
  lambda: Lambda,
  onFault: NonNullable<ScheduleOptions['onFault']>,
  timeScale = 1,
): { stop(): void } {
  const schedules = deployment.list('AWS::Events::Rule').flatMap(({ arn, properties }) => {
    const { ScheduleExpression: expression, State, Targets } = properties;
    if (!expression || State === 'DISABLED') return [];
    return Targets.map((target) =>
      startSchedule({
        ruleArn: arn,
        expression,
        timeScale,
        ...deployment.place,
        invoke: async (event) => lambda.put(target.Arn, target.Input ?? JSON.stringify(event)),
        onFault,
      }),
    );
  });
  return {
    stop: () => {
      for (const schedule of schedules) schedule.stop();
    },
  };
}

export function startEventSources(deployment: Deployment, lambda: Lambda, sqs: Sqs, onFailure: (error: unknown) => void): EventSource[] {
  return deployment
    .list('AWS::Lambda::EventSourceMapping')
    .filter(({ properties }) => properties.Enabled)
    .map(({ properties }) => {
      const maxConcurrency = properties.ScalingConfig?.MaximumConcurrency;
      return startEventSource({
        queue: sqs.queue(nameOfArn(properties.EventSourceArn)),
        batchSize: properties.BatchSize,
        window: properties.MaximumBatchingWindowInSeconds,
        ...(maxConcurrency && { maxConcurrency }),
        reportBatchItemFailures: properties.FunctionResponseTypes.length > 0,
        invoke: async (event) => {
          const { error, payload } = await lambda.invoke(properties.FunctionName, JSON.stringify(event), { traces: tracesOf(event) });
          if (error) throw new Error(`${properties.FunctionName} failed: ${payload}`);
          return JSON.parse(payload) as unknown;
        },
        onFailure,
      });
    });
}
