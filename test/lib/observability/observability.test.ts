import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { type Resource, synthesizeStage } from '../fixture.ts';

const quiet = synthesizeStage({ stage: 'test' });
const loud = synthesizeStage({ stage: 'test', alarmEmail: 'ops@example.com' });

const alarms = ({ ofType }: typeof quiet) => ofType('AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);

describe('the alarms', () => {
  it('watch every place where something can get stuck, each with what to do', () => {
    const watched = quiet
      .ofType('AWS::CloudWatch::Alarm')
      .map(([id]) => id.replace(/^ObservabilityAlarms|[0-9A-F]{8}$/g, ''));
    expect(watched.sort()).toEqual([
      'ApiErrors',
      'BudgetsReached',
      'BudgetsWarned',
      'DeadlinesQueueDeadLetters',
      'DispatchLag',
      'EndingsDeadLetters',
      'ExecutionsFailed',
      'ExecutionsTimedOut',
      'ExportingDeadLetters',
      'JobsQueueDeadLetters',
      'SettleErrors',
      'SweepingDeadLetters',
      'TallyingDeadLetters',
      'TaskStopsDeadLetters',
      'WebhooksQueueDeadLetters',
    ]);
    for (const { AlarmDescription, TreatMissingData } of alarms(quiet)) {
      expect(AlarmDescription).toMatch(/\. .+\.$/);
      expect(TreatMissingData).toBe('notBreaching');
    }
  });

  it('watch the depth of every queue of dead letters', () => {
    const deadLetters = quiet
      .ofType('AWS::SQS::Queue')
      .filter(([id]) => id.includes('DeadLetters'))
      .map(([id]) => id);
    const depths = alarms(quiet).filter(({ MetricName }) => MetricName === 'ApproximateNumberOfMessagesVisible');
    expect(depths.map(({ Dimensions }) => Dimensions[0].Value['Fn::GetAtt'][0]).sort()).toEqual(deadLetters.sort());
    expect(depths.every(({ Threshold }) => Threshold === 1)).toBe(true);
  });

  it('tell nobody without an address', () => {
    expect(quiet.ofType('AWS::SNS::Topic')).toEqual([]);
    expect(alarms(quiet).every(({ AlarmActions }) => AlarmActions === undefined)).toBe(true);
  });

  it('write to the address over an encrypted topic', () => {
    loud.service.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'ops@example.com' });
    loud.service.hasResourceProperties('AWS::SNS::Topic', { KmsMasterKeyId: Match.anyValue() });
    const [[topic] = ['']] = loud.ofType('AWS::SNS::Topic');
    for (const { AlarmActions } of alarms(loud)) expect(AlarmActions).toEqual([{ Ref: topic }]);
  });

  it('let CloudWatch use the key of the topic', () => {
    loud.service.hasResourceProperties('AWS::KMS::Key', {
      EnableKeyRotation: true,
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
          }),
        ]),
      },
    });
  });
});

describe('the dashboard', () => {
  it('shows the alarms, the door, the queues, the executions, every step and what they cost', () => {
    const [[, { Properties }] = ['', {} as Resource]] = quiet.ofType('AWS::CloudWatch::Dashboard');
    expect(Properties.DashboardName).toBe('avatar-test-us-east-1');
    const titles = [...JSON.stringify(Properties.DashboardBody).matchAll(/\\"title\\":\\"([^\\]+)\\"/g)].map(
      ([, title]) => title,
    );
    expect(titles).toEqual([
      'Alarms',
      'Requests',
      'Answer time of generate, ms',
      'Age of the oldest queued message, s',
      'Jobs',
      'Time of a job, ms',
      'Dead letters',
      'Time of each step, ms',
      'Errors of each step',
      'Throttled invocations',
      'Cost of a job, $',
      'Cost by output type, $ an hour',
      'Cost by step, $ an hour',
    ]);
  });
});
