import { type CfnResource, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ServiceLog } from '../function/index.ts';

/** CDK function that empties buckets (aws-s3, `Bucket`). */
const PROVIDER = 'Custom::S3AutoDeleteObjectsCustomResourceProvider';

/**
 * Restricts the CDK function that empties the buckets in a stack. It may only write to a log group that is deleted with the stack, rather
 * than to all log groups in the account. Its permissions on a bucket are in the bucket policy.
 */
export function restrictEmptying(scope: Construct): void {
  const provider = Stack.of(scope).node.findChild(PROVIDER);
  const log = new ServiceLog(provider, 'Log');
  const [handler, role] = ['Handler', 'Role'].map((id) => provider.node.findChild(id) as CfnResource);
  handler!.addPropertyOverride('LoggingConfig', { LogGroup: log.logGroupName });
  role!.addPropertyDeletionOverride('ManagedPolicyArns');
  const statement = {
    Effect: 'Allow',
    Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    Resource: log.logGroupArn,
  };
  const document = { Version: '2012-10-17', Statement: [statement] };
  role!.addPropertyOverride('Policies', [{ PolicyName: 'Log', PolicyDocument: document }]);
}
