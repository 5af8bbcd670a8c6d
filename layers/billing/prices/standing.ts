/** Monthly costs that are incurred even without any jobs, and are not on the ledger. Each price is per `unit`. */
export const STANDING = {
  'kms.keys': { unit: 'key-month', description: 'KMS keys of the deployment' },
  'cloudwatch.alarms': {
    unit: 'alarm-month',
    description: 'CloudWatch alarms, one for each metric that an alarm reads',
  },
  'cloudwatch.dashboards': { unit: 'dashboard-month', description: 'CloudWatch dashboards' },
  'cloudwatch.metrics': { unit: 'metric-month', description: 'CloudWatch metrics of the service itself' },
  'logs.ingested': { unit: 'GB', description: 'CloudWatch Logs, ingested' },
  'logs.storage': { unit: 'GB-month', description: 'CloudWatch Logs, stored' },
  'dynamodb.storage': { unit: 'GB-month', description: 'DynamoDB tables' },
  'dynamodb.backup': { unit: 'GB-month', description: 'DynamoDB point-in-time recovery' },
  'ecr.storage': { unit: 'GB-month', description: 'The container image in ECR' },
  'waf.acls': { unit: 'ACL-month', description: 'AWS WAF web ACLs' },
  'waf.rules': { unit: 'rule-month', description: 'AWS WAF rules' },
  'secrets.kept': { unit: 'secret-month', description: 'Secrets Manager secrets' },
  'endpoints.hours': { unit: 'hour', description: 'VPC interface endpoints, one for each zone' },
  'xray.traces': { unit: 'trace', description: 'X-Ray traces' },
} as const satisfies Readonly<Record<string, { unit: string; description: string }>>;

export type IdleCostResource = keyof typeof STANDING;

export const STANDING_NAMES = Object.keys(STANDING) as IdleCostResource[];
