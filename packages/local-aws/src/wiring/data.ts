import type { TableDefinition } from '../dynamodb/index.ts';
import type { KeyDefinition } from '../kms/index.ts';
import type { BucketDefinition } from '../s3/index.ts';
import type { QueueDefinition } from '../sqs/index.ts';
import type { Deployment } from '../template/index.ts';

/** SQS defaults for the visibility timeout and the retention period (both in seconds), and for the message size (in bytes). */
const VISIBILITY = 30;
const RETENTION = 345_600;
const MESSAGE_BYTES = 1_048_576;

export const readTables = (deployment: Deployment): TableDefinition[] =>
  deployment.list('AWS::DynamoDB::Table').map(({ name, properties }) => {
    const { BillingMode, ...definition } = properties;
    return { ...definition, TableName: name } as TableDefinition;
  });

export const readBuckets = (deployment: Deployment): BucketDefinition[] =>
  deployment.list('AWS::S3::Bucket').map(({ name, properties }) => ({
    name,
    expirations: (properties.LifecycleConfiguration?.Rules ?? []).flatMap(({ Status, Prefix, ExpirationInDays }) =>
      Status === 'Enabled' && ExpirationInDays ? [{ prefix: Prefix ?? '', days: ExpirationInDays }] : [],
    ),
    cors: properties.CorsConfiguration?.CorsRules ?? [],
  }));

/** @param timeScale factor by which visibility timeouts are divided */
export const readQueues = (deployment: Deployment, timeScale = 1): QueueDefinition[] =>
  deployment.list('AWS::SQS::Queue').map(({ name, properties }) => ({
    name,
    visibilityTimeout: (properties.VisibilityTimeout ?? VISIBILITY) / timeScale,
    delay: properties.DelaySeconds ?? 0,
    retention: properties.MessageRetentionPeriod ?? RETENTION,
    receiveWait: properties.ReceiveMessageWaitTimeSeconds ?? 0,
    maxMessageBytes: properties.MaximumMessageSize ?? MESSAGE_BYTES,
    ...(properties.RedrivePolicy && {
      redrive: {
        target: nameOfArn(properties.RedrivePolicy.deadLetterTargetArn),
        maxReceives: properties.RedrivePolicy.maxReceiveCount,
      },
    }),
  }));

/** Returns keys that compute MACs. Encryption keys have no effect locally. */
export const readKeys = (deployment: Deployment): KeyDefinition[] =>
  deployment
    .list('AWS::KMS::Key')
    .filter(({ properties }) => properties.KeySpec === 'HMAC_256')
    .map(({ name, arn }) => ({ name, arn }));

export const nameOfArn = (arn: string): string => arn.slice(arn.lastIndexOf(':') + 1);
