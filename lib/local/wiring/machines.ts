import { ServiceError } from '../gateway/index.ts';
import type { Lambda } from '../lambda/index.ts';
import type { InvokeTask, MachineDefinition } from '../stepfunctions/index.ts';
import type { Deployment } from '../template/index.ts';
import { readPolicies } from './callers.ts';

export const readMachines = (deployment: Deployment): MachineDefinition[] =>
  deployment.list('AWS::StepFunctions::StateMachine').map(({ name, arn, properties }) => ({
    name,
    arn,
    roleArn: properties.RoleArn,
    definition: properties.DefinitionString,
  }));

/** How each machine calls functions: with the permissions of its own role. */
export function invokeAsMachine(deployment: Deployment, lambda: Lambda): (machineName: string) => InvokeTask {
  const policyOf = readPolicies(deployment);
  const machines = readMachines(deployment);
  return (machineName) => {
    const role = machines.find(({ name }) => name === machineName)?.roleArn ?? '';
    const policy = policyOf(role);
    return async (functionArn, payload, signal) => {
      if (!policy.allows('lambda:InvokeFunction', functionArn)) {
        throw new ServiceError(
          'AccessDeniedException',
          `${role} is not authorized to perform: lambda:InvokeFunction on ${functionArn}`,
          403,
        );
      }
      return lambda.invoke(functionArn, payload, signal);
    };
  };
}
