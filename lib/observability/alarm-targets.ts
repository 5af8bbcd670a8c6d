import type { IAlarmAction } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Settings } from '../settings/index.ts';
import { AlarmTopic } from './alarm-topic.ts';

/**
 * Returns the targets for alarms: a topic created for `alarmEmail`, the operator's topic (see docs/deploy.md for its policy), both, or
 * neither.
 */
export function alarmTargets(scope: Construct, { alarmEmail, alarmTopic }: Pick<Settings, 'alarmEmail' | 'alarmTopic'>): IAlarmAction[] {
  const topics = [
    ...(alarmEmail ? [new AlarmTopic(scope, 'AlarmTopic', { email: alarmEmail }).topic] : []),
    ...(alarmTopic ? [Topic.fromTopicArn(scope, 'OperatorTopic', alarmTopic)] : []),
  ];
  return topics.map((topic) => new SnsAction(topic));
}
