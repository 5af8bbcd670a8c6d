import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, it } from 'vitest';
import { synthesizeStage } from '../fixture.ts';

let service: Template;

beforeAll(() => {
  ({ service } = synthesizeStage({ stage: 'test' }));
});

const target = (watcher: string, deadLetters: string) => [
  {
    Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp(`^Pipeline${watcher}Function`), 'Arn'] },
    DeadLetterConfig: { Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp(`^Pipeline${deadLetters}DeadLetters`), 'Arn'] } },
    RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
  },
];

describe('watchers', () => {
  it("invoke finalize for every terminal status of this machine's executions", () => {
    service.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.states'],
        'detail-type': ['Step Functions Execution Status Change'],
        detail: {
          stateMachineArn: [{ Ref: Match.stringLikeRegexp('^PipelineMachineStateMachine') }],
          status: ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'],
        },
      },
      Targets: target('Finalize', 'ExecutionEnds'),
    });
  });

  it('listen on the default bus, where Step Functions publishes', () => {
    for (const trigger of [{ EventPattern: { source: ['aws.states'] } }, { ScheduleExpression: 'rate(1 minute)' }]) {
      service.resourcePropertiesCountIs('AWS::Events::Rule', { ...trigger, EventBusName: Match.absent() }, 1);
    }
  });

  it('call sweep every minute', () => {
    service.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: target('Sweep', 'SweepSchedule'),
    });
  });

  it.each([
    ['Finalize', 'ExecutionEnds'],
    ['Sweep', 'SweepSchedule'],
  ])('move an event to the dead-letter queue after %s fails three times', (watcher, deadLetters) => {
    service.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: Match.stringLikeRegexp(`^Pipeline${watcher}Function`) },
      MaximumRetryAttempts: 2,
      MaximumEventAgeInSeconds: 21_600,
      DestinationConfig: {
        OnFailure: {
          Destination: { 'Fn::GetAtt': [Match.stringLikeRegexp(`^Pipeline${deadLetters}DeadLetters`), 'Arn'] },
        },
      },
    });
  });
});
