import { Effect, Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type CfnFunction, Tracing as Mode } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../function/index.ts';

/**
 * X-Ray tracing for functions, without an SDK (docs/decisions/0010-traces.md). The API is not traced because its segments would contain
 * URLs with tokens.
 */
export class Tracing extends Construct {
  constructor(scope: Construct, id: string, { functions }: { functions: readonly ServiceFunction[] }) {
    super(scope, id);
    // A single policy covers all roles. Otherwise the CDK would add this statement, whose resource must be `*`, to each role.
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
