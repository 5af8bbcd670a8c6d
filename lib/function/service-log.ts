import { Aspects, RemovalPolicy } from 'aws-cdk-lib';
import { CfnLogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/**
 * A log group of the service. It goes with its stack.
 *
 * @param logGroupName where AWS decides it: a group that AWS would otherwise make itself outlives the stack
 */
export class ServiceLog extends LogGroup {
  constructor(scope: Construct, id: string, { logGroupName }: { logGroupName?: string } = {}) {
    super(scope, id, { removalPolicy: RemovalPolicy.DESTROY, ...(logGroupName && { logGroupName }) });
  }
}

/** Has every log group of an app, also those that the CDK adds, keep its events for some days. */
export function retainLogs(app: Construct, days: number): void {
  Aspects.of(app).add({
    visit: (node) => {
      if (node instanceof CfnLogGroup) node.retentionInDays = days;
    },
  });
}
