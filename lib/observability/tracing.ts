import type { CfnStage } from 'aws-cdk-lib/aws-apigateway';
import { Effect, Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type CfnFunction, Tracing as Mode } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Api } from '../api/index.ts';
import type { ServiceFunction } from '../function/index.ts';

/**
 * Traces requests through the API and the functions, as AWS itself records them (docs/decisions/0010-traces.md says why no SDK
 * does). The state machine has a property of its own for it.
 */
export class Tracing extends Construct {
  constructor(scope: Construct, id: string, { functions, api }: { functions: readonly ServiceFunction[]; api: Api }) {
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
    (api.api.deploymentStage.node.defaultChild as CfnStage).tracingEnabled = true;
  }
}
