/**
 * A resource that AWS bills for. `unit` is the unit that quantities are measured in, `service` is the name on the bill, `category` is the
 * FOCUS 1.2 service category, and `code` is the product code in a Cost and Usage Report.
 */
export interface Resource {
  service: string;
  code: string;
  category: 'Compute' | 'Storage' | 'Networking' | 'Databases' | 'Integration' | 'AI and Machine Learning' | 'Other';
  unit: string;
  description: string;
}

const lambda = { service: 'AWS Lambda', code: 'AWSLambda', category: 'Compute' } as const;
const fargate = { service: 'AWS Fargate', code: 'AmazonECS', category: 'Compute' } as const;
const s3 = { service: 'Amazon Simple Storage Service', code: 'AmazonS3', category: 'Storage' } as const;
const dynamodb = { service: 'Amazon DynamoDB', code: 'AmazonDynamoDB', category: 'Databases' } as const;
const polly = { service: 'Amazon Polly', code: 'AmazonPolly', category: 'AI and Machine Learning' } as const;

/** All resources on the ledger, by name. */
export const RESOURCES = {
  'lambda.compute.arm64': { ...lambda, unit: 'GB-Seconds', description: 'Lambda compute, arm64' },
  'lambda.compute.x86': { ...lambda, unit: 'GB-Seconds', description: 'Lambda compute, x86' },
  'lambda.requests': { ...lambda, unit: 'Requests', description: 'Lambda requests' },
  'lambda.storage': { ...lambda, unit: 'GB-Seconds', description: 'Lambda ephemeral storage above 512 MB' },
  'fargate.vcpu.arm64': { ...fargate, unit: 'vCPU-Hours', description: 'Fargate vCPU, arm64' },
  'fargate.vcpu.x86': { ...fargate, unit: 'vCPU-Hours', description: 'Fargate vCPU, x86' },
  'fargate.memory.arm64': { ...fargate, unit: 'GB-Hours', description: 'Fargate memory, arm64' },
  'fargate.memory.x86': { ...fargate, unit: 'GB-Hours', description: 'Fargate memory, x86' },
  'gpu.instance': {
    service: 'Amazon Elastic Compute Cloud',
    code: 'AmazonEC2',
    category: 'Compute',
    unit: 'Instance-Hours',
    description: 'Instances with a GPU, while a task runs on them',
  },
  'fargate.address': {
    service: 'Amazon Virtual Private Cloud',
    code: 'AmazonVPC',
    category: 'Networking',
    unit: 'Hours',
    description: 'Public IPv4 addresses of tasks',
  },
  'states.transitions': {
    service: 'AWS Step Functions',
    code: 'AmazonStates',
    category: 'Integration',
    unit: 'Transitions',
    description: 'State transitions, retries included',
  },
  'api.requests': {
    service: 'Amazon API Gateway',
    code: 'AmazonApiGateway',
    category: 'Networking',
    unit: 'Requests',
    description: 'REST API requests',
  },
  'sqs.requests': {
    service: 'Amazon Simple Queue Service',
    code: 'AWSQueueService',
    category: 'Integration',
    unit: 'Requests',
    description: 'Queue requests, one for each 64 KB',
  },
  'events.published': {
    service: 'Amazon EventBridge',
    code: 'AWSEvents',
    category: 'Integration',
    unit: 'Events',
    description: 'Events published, one for each 64 KB',
  },
  'dynamodb.writes': { ...dynamodb, unit: 'Write Request Units', description: 'Writes on demand' },
  'dynamodb.reads': { ...dynamodb, unit: 'Read Request Units', description: 'Reads on demand' },
  's3.storage': { ...s3, unit: 'GB-Months', description: 'Objects kept for their whole lifetime' },
  's3.writes': { ...s3, unit: 'Requests', description: 'PUT, COPY, POST and LIST requests' },
  's3.reads': { ...s3, unit: 'Requests', description: 'GET and other requests' },
  'polly.standard': { ...polly, unit: 'Characters', description: 'Speech of standard voices' },
  'polly.generative': { ...polly, unit: 'Characters', description: 'Speech of generative voices' },
  'polly.neural': { ...polly, unit: 'Characters', description: 'Speech of neural voices' },
  egress: {
    service: 'AWS Data Transfer',
    code: 'AWSDataTransfer',
    category: 'Networking',
    unit: 'GB',
    description: 'Results sent to the internet',
  },
} as const satisfies Readonly<Record<string, Resource>>;

export type ResourceName = keyof typeof RESOURCES;

export const RESOURCE_NAMES = Object.keys(RESOURCES) as ResourceName[];

/** Description to use for a resource that only a later release knows. */
const UNKNOWN_RESOURCE: Resource = {
  service: 'Other',
  code: 'Other',
  category: 'Other',
  unit: 'Units',
  description: 'A resource that this release does not know',
};

/** Returns the description of a resource by its ledger name. */
export const describeResource = (name: string): Resource =>
  RESOURCE_NAMES.some((known) => known === name) ? RESOURCES[name as ResourceName] : UNKNOWN_RESOURCE;

/** Bytes per GB as AWS bills Lambda memory, storage, and data transfer: 2^30. */
export const BYTES_PER_GIB = 2 ** 30;

/** Seconds per month as AWS bills storage: 30 days. */
export const SECONDS_PER_MONTH = 30 * 86_400;

/** Number of 64 KB chunks that AWS bills for an SQS message or an event. At least one. */
export const countBilled64KbUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 65_536));
