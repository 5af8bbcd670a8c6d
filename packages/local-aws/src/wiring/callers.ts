import { createHmac, randomBytes } from 'node:crypto';
import { type Caller, compilePolicy, type Policy, type PolicyDocument } from '../gateway/index.ts';
import type { Deployment } from '../template/index.ts';

/** Caller name of the person who runs the service. This caller has all permissions. */
export const OPERATOR = 'operator';

/** Derives the keys of all callers from one secret, which changes on every start. */
export function createSecrets(): (name: string) => string {
  const key = randomBytes(32);
  return (name) => createHmac('sha256', key).update(name).digest('hex');
}

/** Returns permissions by role ARN, from inline policies and policies attached to the role. */
export function readPolicies(deployment: Deployment): (roleArn: string) => Policy {
  const roles = deployment.list('AWS::IAM::Role').map(({ name, arn, properties }) => {
    const attached = deployment.list('AWS::IAM::Policy').filter(({ properties: { Roles } }) => Roles.includes(name));
    const documents = [...properties.Policies, ...attached.map((policy) => policy.properties)].map(
      ({ PolicyDocument }) => PolicyDocument as unknown as PolicyDocument,
    );
    return [arn, compilePolicy(documents, name)] as const;
  });
  const policies = new Map(roles);
  return (roleArn) => {
    const policy = policies.get(roleArn);
    if (!policy) throw new Error(`The role ${roleArn} is not in the template`);
    return policy;
  };
}

/**
 * Returns the callers of the embedded services: functions and tasks with their roles, and the operator.
 * @param interactive functions that clients wait for
 */
export function readCallers(deployment: Deployment, secretOf: (name: string) => string, interactive: ReadonlySet<string>): Caller[] {
  const policyOf = readPolicies(deployment);
  const functions = deployment.list('AWS::Lambda::Function').map(({ name, arn, properties }) => ({
    name,
    secret: secretOf(name),
    policy: policyOf(properties.Role),
    background: !interactive.has(arn),
  }));
  const tasks = deployment.list('AWS::ECS::TaskDefinition').map(({ name, properties }) => ({
    name,
    secret: secretOf(name),
    policy: policyOf(properties.TaskRoleArn),
    background: true,
  }));
  const everything = compilePolicy([{ Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] }], OPERATOR);
  return [...functions, ...tasks, { name: OPERATOR, secret: secretOf(OPERATOR), policy: everything }];
}
