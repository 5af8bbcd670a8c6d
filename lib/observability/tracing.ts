import { Effect, Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type CfnFunction, Tracing as Mode } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../function/index.ts';

/**
 * Traces invocations of the functions, as AWS itself records them (docs/decisions/0010-traces.md says why no SDK does). The state
 * machine has a property of its own for it. The API is left out: its segments hold the whole address, and with it the token.
 */
export class Tracing extends Construct {
  constructor(scope: Construct, id: string, { functions }: { functions: readonly ServiceFunction[] }) {
    super(scope, id);
    // One policy for all: the CDK's own way adds the statement, which knows no resource, to each role.
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
