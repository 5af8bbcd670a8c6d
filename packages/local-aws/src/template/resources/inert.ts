import { attribute, type InertType, regional } from '../resource.ts';

const NETWORK = "Containers run as processes on this machine's network";

const ONE_ADDRESS = 'The API has a single address on this machine';

/** Types that only monitor, protect, or describe a deployment. */
export const INERT: Readonly<Record<string, InertType>> = {
  'AWS::ApiGateway::Account': { inert: 'Role that API Gateway uses to write its logs' },
  'AWS::ApiGateway::BasePathMapping': { inert: ONE_ADDRESS },
  'AWS::ApiGateway::DomainName': {
    inert: ONE_ADDRESS,
    nameProperty: 'DomainName',
    attributes: {
      RegionalDomainName: ({ name }) => `${name}.local`,
      RegionalHostedZoneId: () => 'Z00000000000000000000',
    },
  },
  'AWS::Budgets::Budget': { inert: 'Nothing is billed locally' },
  'AWS::Athena::NamedQuery': { inert: 'There is no query console' },
  'AWS::CDK::Metadata': { inert: 'CDK usage statistics' },
  'AWS::CloudFront::OriginAccessControl': {
    inert: "The distribution's files are served from where they are",
    attributes: { Id: attribute.name },
  },
  'AWS::CloudWatch::Alarm': {
    inert: 'Alarms have no effect locally',
    nameProperty: 'AlarmName',
    arn: regional('cloudwatch', 'alarm:'),
    attributes: { Arn: attribute.arn },
  },
  'AWS::CloudWatch::CompositeAlarm': {
    inert: 'Alarms have no effect locally',
    nameProperty: 'AlarmName',
    arn: regional('cloudwatch', 'alarm:'),
    attributes: { Arn: attribute.arn },
  },
  'AWS::CloudWatch::Dashboard': { inert: 'There are no metrics to show', nameProperty: 'DashboardName' },
  'Custom::S3AutoDeleteObjects': { inert: 'Runs when a stack is deleted; the developer deletes the data directory instead' },
  'AWS::EC2::FlowLog': { inert: NETWORK },
  'AWS::EC2::InternetGateway': { inert: NETWORK },
  'AWS::EC2::Route': { inert: NETWORK },
  'AWS::EC2::RouteTable': { inert: NETWORK },
  'AWS::EC2::SecurityGroup': { inert: NETWORK, attributes: { GroupId: attribute.name } },
  'AWS::EC2::Subnet': { inert: NETWORK },
  'AWS::EC2::SubnetRouteTableAssociation': { inert: NETWORK },
  'AWS::EC2::VPC': { inert: NETWORK },
  'AWS::EC2::VPCEndpoint': { inert: NETWORK },
  'AWS::EC2::VPCGatewayAttachment': { inert: NETWORK },
  'AWS::Events::Archive': {
    inert: 'Events are stored until they are delivered, and older ones are never replayed',
    nameProperty: 'ArchiveName',
  },
  'AWS::Events::EventBusPolicy': { inert: 'There is one account' },
  'AWS::Glue::Database': { inert: "Describes the bucket's files for Athena" },
  'AWS::Glue::Table': { inert: "Describes the bucket's files for Athena" },
  'AWS::KMS::Alias': { inert: 'Nothing is encrypted locally', nameProperty: 'AliasName' },
  'AWS::Logs::LogGroup': {
    inert: 'Logs go to the data directory',
    nameProperty: 'LogGroupName',
    arn: (name, place) => `${regional('logs', 'log-group:')(name, place)}:*`,
    attributes: { Arn: attribute.arn },
  },
  'AWS::Logs::MetricFilter': { inert: 'There are no metrics', nameProperty: 'FilterName' },
  'AWS::Logs::QueryDefinition': { inert: 'There is no query console', nameProperty: 'Name' },
  'AWS::Logs::ResourcePolicy': { inert: 'Logs go to the data directory', nameProperty: 'PolicyName' },
  'AWS::Route53::RecordSet': { inert: ONE_ADDRESS },
  'AWS::S3::BucketPolicy': { inert: 'Roles control access; these policies only deny requests without TLS' },
  'AWS::SNS::Subscription': { inert: 'Alarm notifications have no effect locally' },
  'AWS::SNS::Topic': {
    inert: 'Alarm notifications have no effect locally',
    nameProperty: 'TopicName',
    arn: regional('sns'),
    ref: attribute.arn,
    attributes: { TopicArn: attribute.arn, TopicName: attribute.name },
  },
  'AWS::SNS::TopicPolicy': { inert: 'Alarm notifications have no effect locally' },
  'AWS::SQS::QueuePolicy': { inert: 'Roles control access; these policies only deny requests without TLS' },
  'AWS::WAFv2::WebACL': {
    inert: 'Only this machine can reach the local service',
    nameProperty: 'Name',
    arn: regional('wafv2', 'regional/webacl/'),
    attributes: { Arn: attribute.arn, Id: attribute.name },
  },
  'AWS::WAFv2::WebACLAssociation': { inert: 'Only this machine can reach the local service' },
};
