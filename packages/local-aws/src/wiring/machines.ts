import type { Ecs } from '../ecs/index.ts';
import { type Context, ServiceError } from '../gateway/index.ts';
import type { Lambda } from '../lambda/index.ts';
import type { MachineDefinition, TaskServices } from '../stepfunctions/index.ts';
import type { Deployment } from '../template/index.ts';
import { readPolicies } from './callers.ts';

export const readMachines = (deployment: Deployment): MachineDefinition[] =>
  deployment.list('AWS::StepFunctions::StateMachine').map(({ name, arn, properties }) => ({
    name,
    arn,
    roleArn: properties.RoleArn,
    definition: properties.DefinitionString,
  }));

/** Returns the services that each machine's tasks use to call functions and start containers with its role's permissions. */
export function servicesForMachines(deployment: Deployment, lambda: Lambda, ecs: Ecs): (machineName: string) => TaskServices {
  const policyOf = readPolicies(deployment);
  const machines = readMachines(deployment);
  const versions = new Map(deployment.list('AWS::Lambda::Version').map(({ arn, properties }) => [arn, properties.FunctionName] as const));
  return (machineName) => {
    const role = machines.find(({ name }) => name === machineName)?.roleArn ?? '';
    const policy = policyOf(role);
    const check = (action: string, resource: string, context: Context = {}) => {
      if (policy.allows(action, resource, context)) return;
      const message = `${role} is not authorized to perform: ${action} on ${resource}`;
      throw new ServiceError('AccessDeniedException', message, 403);
    };
    return {
      async invoke(functionArn, payload, signal) {
        check('lambda:InvokeFunction', functionArn);
        return lambda.invoke(versions.get(functionArn) ?? functionArn, payload, { signal });
      },
      async runTask({ family, clusterArn, variables }) {
        const definition = ecs.find(family);
        if (definition) {
          check('ecs:RunTask', definition.arn, { 'ecs:cluster': clusterArn });
          check('iam:PassRole', definition.roleArn, { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' });
        }
        return ecs.run(family, clusterArn, variables);
      },
    };
  };
}
