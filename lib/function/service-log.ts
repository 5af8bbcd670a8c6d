import { Aspects, RemovalPolicy } from 'aws-cdk-lib';
import { CfnLogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/**
 * A log group that is deleted along with its stack.
 * @param logGroupName name of a log group that AWS would otherwise create and never delete
 */
export class ServiceLog extends LogGroup {
  constructor(scope: Construct, id: string, { logGroupName }: { logGroupName?: string } = {}) {
    super(scope, id, { removalPolicy: RemovalPolicy.DESTROY, ...(logGroupName && { logGroupName }) });
  }
}

/** Sets the retention of all log groups in an app, including those that the CDK creates. */
export function retainLogs(app: Construct, days: number): void {
  Aspects.of(app).add({
    visit: (node) => {
      if (node instanceof CfnLogGroup) node.retentionInDays = days;
    },
  });
}
