import * as v from 'valibot';
import { attribute, count, ENCRYPTION, flag, LABELS, regional, resource, text } from '../resource.ts';

const keySchema = v.array(v.strictObject({ AttributeName: text, KeyType: v.picklist(['HASH', 'RANGE']) }));

const table = resource({
  nameProperty: 'TableName',
  nameLength: 255,
  arn: regional('dynamodb', 'table/'),
  attributes: { Arn: attribute.arn },
  enforced: {
    TableName: v.optional(text),
    KeySchema: keySchema,
    AttributeDefinitions: v.array(v.strictObject({ AttributeName: text, AttributeType: v.picklist(['S', 'N', 'B']) })),
    GlobalSecondaryIndexes: v.optional(
      v.array(
        v.strictObject({
          IndexName: text,
          KeySchema: keySchema,
          Projection: v.strictObject({
            ProjectionType: v.picklist(['ALL', 'KEYS_ONLY', 'INCLUDE']),
            NonKeyAttributes: v.optional(v.array(text)),
          }),
        }),
      ),
    ),
    TimeToLiveSpecification: v.optional(v.strictObject({ AttributeName: text, Enabled: flag })),
    BillingMode: v.optional(v.literal('PAY_PER_REQUEST')),
  },
  accepted: {
    DeletionProtectionEnabled: 'The developer, not a stack, deletes the data directory',
    PointInTimeRecoverySpecification: 'Local data is not backed up',
    SSESpecification: ENCRYPTION,
    Tags: LABELS,
  },
});

const atMostOneStar = v.pipe(text, v.regex(/^[^*]*\*?[^*]*$/, 'may have up to one "*"'));

const corsRule = v.strictObject({
  AllowedHeaders: v.optional(v.array(atMostOneStar)),
  AllowedMethods: v.array(v.picklist(['GET', 'HEAD', 'PUT', 'POST', 'DELETE'])),
  AllowedOrigins: v.array(atMostOneStar),
  ExposedHeaders: v.optional(v.array(text)),
  MaxAge: v.optional(count),
});

const bucket = resource({
  nameProperty: 'BucketName',
  nameLength: 63,
  lowerCase: true,
  arn: (name) => `arn:aws:s3:::${name}`,
  attributes: {
    Arn: attribute.arn,
    DomainName: ({ name }) => `${name}.s3.amazonaws.com`,
    RegionalDomainName: ({ name }, { place }) => `${name}.s3.${place.region}.amazonaws.com`,
  },
  enforced: {
    BucketName: v.optional(text),
    CorsConfiguration: v.optional(v.strictObject({ CorsRules: v.array(corsRule) })),
    LifecycleConfiguration: v.optional(
      v.strictObject({
        Rules: v.array(
          v.strictObject({
            Id: v.optional(text),
            Status: v.picklist(['Enabled', 'Disabled']),
            Prefix: v.optional(v.string()),
            ExpirationInDays: v.optional(count),
            /** Multipart uploads are not available locally, so none can be abandoned. */
            AbortIncompleteMultipartUpload: v.optional(v.strictObject({ DaysAfterInitiation: count })),
          }),
        ),
      }),
    ),
  },
  accepted: {
    BucketEncryption: ENCRYPTION,
    LoggingConfiguration: 'Access logs are not available locally',
    OwnershipControls: 'There is only one account',
    PublicAccessBlockConfiguration: 'Every request must be signed; there is no public access to block',
    Tags: LABELS,
  },
});

const queue = resource({
  nameProperty: 'QueueName',
  nameLength: 80,
  arn: regional('sqs'),
  ref: ({ name }, { place, endpoint }) => `${endpoint}/${place.account}/${name}`,
  attributes: {
    Arn: attribute.arn,
    QueueName: attribute.name,
    QueueUrl: ({ name }, { place, endpoint }) => `${endpoint}/${place.account}/${name}`,
  },
  enforced: {
    QueueName: v.optional(text),
    DelaySeconds: v.optional(count),
    MaximumMessageSize: v.optional(count),
    MessageRetentionPeriod: v.optional(count),
    ReceiveMessageWaitTimeSeconds: v.optional(count),
    RedrivePolicy: v.optional(v.strictObject({ deadLetterTargetArn: text, maxReceiveCount: count })),
    VisibilityTimeout: v.optional(count),
  },
  accepted: {
    KmsDataKeyReusePeriodSeconds: ENCRYPTION,
    KmsMasterKeyId: ENCRYPTION,
    RedriveAllowPolicy: 'It restricts which queues may use this one, and all queues are in the template',
    SqsManagedSseEnabled: ENCRYPTION,
    Tags: LABELS,
  },
});

const key = resource({
  arn: regional('kms', 'key/'),
  attributes: { Arn: attribute.arn, KeyId: attribute.name },
  enforced: {
    KeySpec: v.optional(v.picklist(['SYMMETRIC_DEFAULT', 'HMAC_256']), 'SYMMETRIC_DEFAULT'),
    KeyUsage: v.optional(v.picklist(['ENCRYPT_DECRYPT', 'GENERATE_VERIFY_MAC']), 'ENCRYPT_DECRYPT'),
  },
  accepted: {
    Description: LABELS,
    EnableKeyRotation: 'AWS rotates these keys once a year',
    KeyPolicy: 'Roles control access; this policy only allows the account to use its own key',
    PendingWindowInDays: 'The developer, not a stack, deletes the data directory',
    Tags: LABELS,
  },
});

export const DATA = {
  'AWS::DynamoDB::Table': table,
  'AWS::S3::Bucket': bucket,
  'AWS::SQS::Queue': queue,
  'AWS::KMS::Key': key,
} as const;
