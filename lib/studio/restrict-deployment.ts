import { type CfnResource, DefaultStackSynthesizer, Stack } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { ServiceLog } from '../function/index.ts';

/** How the names of the CDK's function that copies files begin (aws-s3-deployment, `BucketDeployment`). */
const PROVIDER = 'Custom::CDKBucketDeployment';

/**
 * Restricts the CDK's function that copies files into a bucket: by default it may do nearly everything with both buckets and with every
 * distribution of the account, and may make log groups.
 *
 * @param scope a construct of the stack
 * @param bucket where the files go
 * @param distribution what forgets the earlier files
 */
export function restrictDeployment(
  scope: Construct,
  { bucket, distribution }: { bucket: IBucket; distribution: IDistribution },
): void {
  const stack = Stack.of(scope);
  const provider = stack.node.children.find(({ node }) => node.id.startsWith(PROVIDER))!;
  const log = new ServiceLog(provider, 'Log');
  const handler = provider.node.defaultChild as CfnFunction;
  handler.addPropertyOverride('LoggingConfig', { LogGroup: log.logGroupName });
  const role = provider.node.findChild('ServiceRole');
  (role.node.defaultChild as CfnResource).addPropertyDeletionOverride('ManagedPolicyArns');
  const policy = role.node.findChild('DefaultPolicy').node.defaultChild as CfnResource;
  const allow = (actions: string[], resources: string[]) => ({ Effect: 'Allow', Action: actions, Resource: resources });
  policy.addPropertyOverride('PolicyDocument.Statement', [
    allow(['s3:GetObject'], [`${assetsOf(stack)}/*`]),
    allow(['s3:ListBucket', 's3:GetBucketTagging'], [bucket.bucketArn]),
    allow(['s3:PutObject', 's3:DeleteObject'], [bucket.arnForObjects('*')]),
    allow(['cloudfront:CreateInvalidation', 'cloudfront:GetInvalidation'], [distribution.distributionArn]),
    allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [log.logGroupArn]),
  ]);
}

/** The bucket of the CDK's bootstrap that assets are published to. */
function assetsOf(stack: Stack): string {
  const qualifier = stack.synthesizer.bootstrapQualifier ?? DefaultStackSynthesizer.DEFAULT_QUALIFIER;
  return `arn:${stack.partition}:s3:::cdk-${qualifier}-assets-${stack.account}-${stack.region}`;
}
