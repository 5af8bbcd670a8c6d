import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LambdaInvoke, type LambdaInvokeProps } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import type { ServiceFunction } from '../function/index.ts';

export interface RunStepProps extends Omit<LambdaInvokeProps, 'lambdaFunction'> {
  step: ServiceFunction;
}

/**
 * Invokes the function version that was deployed with the definition, so that an execution always uses the same code
 * (docs/decisions/0001-versions-in-the-definition.md).
 */
export class RunStep extends LambdaInvoke {
  /** Allows all versions. The CDK's default only allows the newest, but running executions call earlier ones. */
  protected override readonly taskPolicies: PolicyStatement[];

  constructor(scope: Construct, id: string, { step, ...props }: RunStepProps) {
    super(scope, id, { ...props, lambdaFunction: step.version });
    this.taskPolicies = [
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: [`${step.lambda.functionArn}:*`],
      }),
    ];
  }
}
