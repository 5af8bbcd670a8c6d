import { Effect, Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type CfnFunction, Tracing as Mode } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../function/index.ts';

/**
 * X-Ray for functions, without an SDK (docs/decisions/0010-traces.md). The API is not traced because its segments contain URLs with tokens.
 */
export class Tracing extends Construct {
  constructor(scope: Construct, id: string, { functions }: { functions: readonly ServiceFunction[] }) {
    super(scope, id);
    // One policy covers all roles. The CDK would add the statement, whose resource must be `*`, to each role.
    const policy = new Policy(this, 'Policy', {
      roles: functions.map(({ role }) => role),
      statements: [
        new PolicyStatement({
          effect: Effect.ALLOW,
          actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
          resources: ['*'],
        }),
      ],
    });
    for (const { lambda } of functions) {
      (lambda.node.defaultChild as CfnFunction).tracingConfig = { mode: Mode.ACTIVE };
      lambda.node.addDependency(policy);
    }
  }
}
