import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** A log group of the service, kept for a month: long enough to look into last month's bill. It goes with its stack. */
export class ServiceLog extends LogGroup {
  constructor(scope: Construct, id: string) {
    super(scope, id, { retention: RetentionDays.ONE_MONTH, removalPolicy: RemovalPolicy.DESTROY });
  }
}
