import { Tags } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { FunctionName } from '#runtime/environment';
import { environmentFaults } from './environment-faults.ts';
import { ServiceLog } from './service-log.ts';

const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** A function or task with its role, log group, and environment. Missing, misspelled, or superfluous variables fail the synthesis. */
export abstract class Workload<Name extends FunctionName = FunctionName> extends Construct {
  readonly name: Name;
  readonly role: Role;
  protected readonly log: ServiceLog;
  readonly #environment: Record<string, string> = {};

  /** @param principal the AWS service that runs the program */
  constructor(scope: Construct, name: Name, principal: string, id = pascalCase(name)) {
    super(scope, id);
    this.name = name;
    this.log = new ServiceLog(this, 'Log');
    // The default role in the CDK may write to all log groups in the account.
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal(principal) });
    // Allows the bill to be grouped by step, like the ledger.
    Tags.of(this).add('step', name);
    this.node.addValidation({ validate: () => environmentFaults(name, this.#environment) });
  }

  set(variables: Readonly<Record<string, string>>): this {
    for (const [name, value] of Object.entries(variables)) {
      this.#environment[name] = value;
      this.addVariable(name, value);
    }
    return this;
  }

  protected abstract addVariable(name: string, value: string): void;

  allow(actions: readonly string[], resources: readonly string[]): this {
    this.role.addToPolicy(new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources: [...resources] }));
    return this;
  }
}
