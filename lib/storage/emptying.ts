import { type CfnResource, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ServiceLog } from '../function/index.ts';

/** The CDK's name for its function that empties the buckets of a stack (aws-s3, `Bucket`). */
const PROVIDER = 'Custom::S3AutoDeleteObjectsCustomResourceProvider';

/**
 * Restricts the CDK's function that empties the buckets of a stack before they are deleted: it gets a log group that is deleted with the
 * stack, and may write there only. By default its log group outlives the stack, and it may write to all log groups of the account. Its
 * permissions in a bucket are in the policy of that bucket.
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
