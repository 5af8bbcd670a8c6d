import type { ResourceName } from '#aws';
import type { IdleCostResource } from '#billing';
import type { Product } from './offer.ts';

export interface PriceQuery {
  /** AWS service code, which is also the folder of the offer file. */
  service: string;
  /** Usage type without a region prefix such as `EUC1-`. */
  usage: RegExp;
  /** Attributes that distinguish the product from others with the same usage type. */
  attributes?: Readonly<Record<string, string>>;
}

const lambda = (usage: RegExp): PriceQuery => ({ service: 'AWSLambda', usage });
const fargate = (usage: RegExp): PriceQuery => ({ service: 'AmazonECS', usage });
const polly = (usage: RegExp): PriceQuery => ({ service: 'AmazonPolly', usage });
const dynamodb = (usage: RegExp, attributes = {}): PriceQuery => ({ service: 'AmazonDynamoDB', usage, attributes });
const s3 = (usage: RegExp, attributes = {}): PriceQuery => ({ service: 'AmazonS3', usage, attributes });
const cloudwatch = (usage: RegExp): PriceQuery => ({ service: 'AmazonCloudWatch', usage });
const onDemand = { operation: 'PayPerRequestThroughput' };

/**
 * Prices for invocations. All of them are required to deploy to a region. Any resource that is missing here must be optional in a price
 * list.
 */
export const CHARGED: Readonly<Partial<Record<ResourceName, PriceQuery>>> = {
  'lambda.compute.arm64': lambda(/^Lambda-GB-Second-ARM$/),
  'lambda.compute.x86': lambda(/^Lambda-GB-Second$/),
  'lambda.requests': lambda(/^Request$/),
  'lambda.storage': lambda(/^Lambda-Storage-GB-Second$/),
  'fargate.vcpu.arm64': fargate(/^Fargate-ARM-vCPU-Hours:perCPU$/),
  'fargate.vcpu.x86': fargate(/^Fargate-vCPU-Hours:perCPU$/),
  'fargate.memory.arm64': fargate(/^Fargate-ARM-GB-Hours$/),
  'fargate.memory.x86': fargate(/^Fargate-GB-Hours$/),
  'fargate.address': { service: 'AmazonVPC', usage: /^PublicIPv4:InUseAddress$/ },
  'states.transitions': { service: 'AmazonStates', usage: /^StateTransition$/ },
  'api.requests': { service: 'AmazonApiGateway', usage: /^ApiGatewayRequest$/ },
  // us-east-1 has Requests-RBP instead of Requests-Tier1.
  'sqs.requests': {
    service: 'AWSQueueService',
    usage: /^Requests-(RBP|Tier1)$/,
    attributes: { queueType: 'Standard' },
  },
  'events.published': {
    service: 'AWSEvents',
    usage: /^Event-64K-Chunks$/,
    attributes: { eventType: 'Custom Event' },
  },
  'dynamodb.writes': dynamodb(/^WriteRequestUnits$/, onDemand),
  'dynamodb.reads': dynamodb(/^ReadRequestUnits$/, onDemand),
  's3.storage': s3(/^TimedStorage-ByteHrs$/, { volumeType: 'Standard' }),
  's3.writes': s3(/^Requests-Tier1$/, { group: 'S3-API-Tier1' }),
  's3.reads': s3(/^Requests-Tier2$/, { group: 'S3-API-Tier2' }),
  'polly.standard': polly(/^SynthesizeSpeech-(Characters|Chars)$/),
  'polly.neural': polly(/^SynthesizeSpeechNeural-Characters$/),
  egress: {
    service: 'AWSDataTransfer',
    usage: /^DataTransfer-Out-Bytes$/,
    attributes: { transferType: 'AWS Outbound', toLocation: 'External' },
  },
};

/** Prices for invocations that are not available in every region. */
export const CHARGED_WHERE_OFFERED: Readonly<Partial<Record<ResourceName, PriceQuery>>> = {
  'polly.generative': polly(/^SynthesizeSpeechGenerative-Characters$/),
};

/** Prices for fixed monthly costs. If one is missing, it is left out of the cost of an idle month. */
export const KEPT: Readonly<Record<IdleCostResource, PriceQuery>> = {
  // KMS usage types start with the full name of the region.
  'kms.keys': { service: 'awskms', usage: /^(?:[a-z]{2}(?:-[a-z]+)+-\d-)?KMS-Keys$/ },
  'cloudwatch.alarms': cloudwatch(/^CW:AlarmMonitorUsage$/),
  'cloudwatch.dashboards': cloudwatch(/^DashboardsUsageHour$/),
  'cloudwatch.metrics': cloudwatch(/^CW:MetricMonitorUsage$/),
  'logs.ingested': cloudwatch(/^DataProcessing-Bytes$/),
  'logs.storage': cloudwatch(/^TimedStorage-ByteHrs$/),
  'dynamodb.storage': dynamodb(/^TimedStorage-ByteHrs$/),
  'dynamodb.backup': dynamodb(/^TimedPITRStorage-ByteHrs$/),
  'ecr.storage': { service: 'AmazonECR', usage: /^TimedStorage-ByteHrs$/ },
  'waf.acls': { service: 'awswaf', usage: /^WebACLV2$/ },
  'waf.rules': { service: 'awswaf', usage: /^RuleV2$/ },
  'secrets.kept': { service: 'AWSSecretsManager', usage: /^AWSSecretsManager-Secrets$/ },
  'endpoints.hours': { service: 'AmazonVPC', usage: /^VpcEndpoint-Hours$/ },
  'xray.traces': { service: 'AWSXRay', usage: /^XRay-TracesStored$/ },
};

/** Services whose offer files are required, and services that only contribute to the cost of an idle month and are optional. */
export const NEEDED_SERVICES = [...new Set(Object.values(CHARGED).map(({ service }) => service))];
export const OPTIONAL_SERVICES = [...new Set(Object.values(KEPT).map(({ service }) => service))].filter(
  (service) => !NEEDED_SERVICES.includes(service),
);

/** Region prefix of a usage type: two to four letters plus digits, but not a DynamoDB or S3 storage class. */
const REGION_PREFIX = /^(?!(?:IA|SIA|ZIA|GIR|GDA)-)[A-Z]{2,4}\d{0,2}-/;

/** Returns true if a product in the given region matches the query. */
export function fits({ usage, attributes = {} }: PriceQuery, region: string, product: Product): boolean {
  const { usagetype = '', regionCode, fromRegionCode } = product.attributes;
  const place = regionCode || fromRegionCode || region;
  return (
    place === region &&
    usage.test(usagetype.replace(REGION_PREFIX, '')) &&
    Object.entries(attributes).every(([name, value]) => product.attributes[name] === value)
  );
}

/** Describes the product in words. */
export const describePriceQuery = ({ usage, attributes = {} }: PriceQuery): string =>
  [`usagetype ${usage.source}`, ...Object.entries(attributes).map(([name, value]) => `${name} "${value}"`)].join(', ');
