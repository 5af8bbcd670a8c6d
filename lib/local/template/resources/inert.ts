import { attribute, type InertType, regional } from '../resource.ts';

/** Types that run nothing: they watch, protect or describe a deployment. */
export const INERT: Readonly<Record<string, InertType>> = {
  'AWS::ApiGateway::Account': { inert: 'The role by which API Gateway writes its logs' },
  'AWS::Budgets::Budget': { inert: 'A laptop costs nothing' },
  'AWS::Athena::NamedQuery': { inert: 'There is no query console' },
  'AWS::CDK::Metadata': { inert: 'Usage statistics of the CDK' },
  'AWS::CloudWatch::Alarm': {
    inert: 'Nobody is woken by a laptop',
    nameProperty: 'AlarmName',
    arn: regional('cloudwatch', 'alarm:'),
    attributes: { Arn: attribute.arn },
  },
  'AWS::CloudWatch::CompositeAlarm': {
    inert: 'Nobody is woken by a laptop',
    nameProperty: 'AlarmName',
    arn: regional('cloudwatch', 'alarm:'),
    attributes: { Arn: attribute.arn },
  },
  'AWS::CloudWatch::Dashboard': { inert: 'There are no metrics to show', nameProperty: 'DashboardName' },
  'AWS::Events::Archive': {
    inert: 'Events are kept until they are delivered; nothing replays older ones',
    nameProperty: 'ArchiveName',
  },
  'AWS::Events::EventBusPolicy': { inert: 'There is one account' },
  'AWS::Glue::Database': { inert: 'Describes for Athena what lies in the bucket' },
  'AWS::Glue::Table': { inert: 'Describes for Athena what lies in the bucket' },
  'AWS::KMS::Alias': { inert: 'Nothing is encrypted locally', nameProperty: 'AliasName' },
  'AWS::Lambda::Version': { inert: 'Functions run as $LATEST' },
  'AWS::Logs::LogGroup': {
    inert: 'Logs go to the data directory',
    nameProperty: 'LogGroupName',
    arn: (name, place) => `${regional('logs', 'log-group:')(name, place)}:*`,
    attributes: { Arn: attribute.arn },
  },
  'AWS::Logs::MetricFilter': { inert: 'There are no metrics', nameProperty: 'FilterName' },
  'AWS::Logs::QueryDefinition': { inert: 'There is no query console', nameProperty: 'Name' },
  'AWS::Logs::ResourcePolicy': { inert: 'Logs go to the data directory', nameProperty: 'PolicyName' },
  'AWS::S3::BucketPolicy': { inert: 'Access is decided by the roles; these policies only refuse what is not TLS' },
  'AWS::SNS::Subscription': { inert: 'Alarms stay silent' },
  'AWS::SNS::Topic': {
    inert: 'Alarms stay silent',
    nameProperty: 'TopicName',
    arn: regional('sns'),
    ref: attribute.arn,
    attributes: { TopicArn: attribute.arn, TopicName: attribute.name },
  },
  'AWS::SNS::TopicPolicy': { inert: 'Alarms stay silent' },
  'AWS::SQS::QueuePolicy': { inert: 'Access is decided by the roles; these policies only refuse what is not TLS' },
  'AWS::WAFv2::WebACL': {
    inert: 'Only this machine reaches the local service',
    nameProperty: 'Name',
    arn: regional('wafv2', 'regional/webacl/'),
    attributes: { Arn: attribute.arn, Id: attribute.name },
  },
  'AWS::WAFv2::WebACLAssociation': { inert: 'Only this machine reaches the local service' },
};
