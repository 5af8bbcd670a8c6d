import { attribute, type InertType, regional } from '../resource.ts';

const NETWORK = 'Containers run as processes of this machine, on its own network';

const ONE_ADDRESS = 'The API has one address, on this machine';

/** Types that run nothing: they monitor, protect or describe a deployment. */
export const INERT: Readonly<Record<string, InertType>> = {
  'AWS::ApiGateway::Account': { inert: 'The role by which API Gateway writes its logs' },
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
  'AWS::CDK::Metadata': { inert: 'Usage statistics of the CDK' },
  'AWS::CloudFront::OriginAccessControl': {
    inert: 'Files of the distribution are read where they lie',
    attributes: { Id: attribute.name },
  },
  'AWS::CloudWatch::Alarm': {
    inert: 'Alarms do nothing locally',
    nameProperty: 'AlarmName',
    arn: regional('cloudwatch', 'alarm:'),
    attributes: { Arn: attribute.arn },
  },
  'AWS::CloudWatch::CompositeAlarm': {
    inert: 'Alarms do nothing locally',
    nameProperty: 'AlarmName',
    arn: regional('cloudwatch', 'alarm:'),
    attributes: { Arn: attribute.arn },
  },
  'AWS::CloudWatch::Dashboard': { inert: 'There are no metrics to show', nameProperty: 'DashboardName' },
  'Custom::S3AutoDeleteObjects': { inert: 'Acts when a stack is deleted; the data directory is deleted by its owner' },
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
    inert: 'Events are kept until they are delivered; nothing replays older ones',
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
  'AWS::S3::BucketPolicy': { inert: 'Access is decided by the roles; these policies only refuse what is not TLS' },
  'AWS::SNS::Subscription': { inert: 'Notifications about alarms do nothing locally' },
  'AWS::SNS::Topic': {
    inert: 'Notifications about alarms do nothing locally',
    nameProperty: 'TopicName',
    arn: regional('sns'),
    ref: attribute.arn,
    attributes: { TopicArn: attribute.arn, TopicName: attribute.name },
  },
  'AWS::SNS::TopicPolicy': { inert: 'Notifications about alarms do nothing locally' },
  'AWS::SQS::QueuePolicy': { inert: 'Access is decided by the roles; these policies only refuse what is not TLS' },
  'AWS::WAFv2::WebACL': {
    inert: 'Only this machine reaches the local service',
    nameProperty: 'Name',
    arn: regional('wafv2', 'regional/webacl/'),
    attributes: { Arn: attribute.arn, Id: attribute.name },
  },
  'AWS::WAFv2::WebACLAssociation': { inert: 'Only this machine reaches the local service' },
};
