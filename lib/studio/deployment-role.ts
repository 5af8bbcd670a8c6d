import { DefaultStackSynthesizer, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

export interface DeploymentRoleProps {
  bucket: IBucket;
  /** ARN of the distribution to invalidate. */
  distribution: string;
  log: ILogGroup;
}

/**
 * Creates the role for the CDK function that copies files to a bucket (aws-s3-deployment, `BucketDeployment`). The role that the CDK would
 * create may do nearly anything with both buckets and with every distribution in the account.
 */
export function createDeploymentRole(scope: Construct, id: string, props: DeploymentRoleProps): Role {
  const { bucket, distribution, log } = props;
  const role = new Role(scope, id, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  const allow = (actions: string[], resource: string) => role.addToPolicy(new PolicyStatement({ actions, resources: [resource] }));
  allow(['s3:GetObject'], `${assetsOf(Stack.of(scope))}/*`);
  allow(['s3:ListBucket'], bucket.bucketArn);
  allow(['s3:PutObject'], bucket.arnForObjects('*'));
  allow(['cloudfront:CreateInvalidation', 'cloudfront:GetInvalidation'], distribution);
  allow(['logs:CreateLogStream', 'logs:PutLogEvents'], log.logGroupArn);
  return role;
}

/** Returns the ARN of the bootstrap bucket with the assets. */
function assetsOf(stack: Stack): string {
  const qualifier = stack.synthesizer.bootstrapQualifier ?? DefaultStackSynthesizer.DEFAULT_QUALIFIER;
  return `arn:${stack.partition}:s3:::cdk-${qualifier}-assets-${stack.account}-${stack.region}`;
}
