import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LambdaInvoke, type LambdaInvokeProps } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import type { ServiceFunction } from '../function/index.ts';

export interface RunStepProps extends Omit<LambdaInvokeProps, 'lambdaFunction'> {
  step: ServiceFunction;
}

/**
 * Invokes the function version that was deployed along with the definition, so that an execution uses the same code throughout
 * (docs/decisions/0001-versions-in-the-definition.md).
 */
export class RunStep extends LambdaInvoke {
  /** Allows all versions. By default, the CDK only allows the newest one, but running executions call earlier ones. */
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
