import { Tags } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { FunctionName } from '#runtime/environment';
import { environmentFaults } from './environment-faults.ts';
import { ServiceLog } from './service-log.ts';

const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * A function or a task, with a role, a log group and an environment. The synthesis checks the environment against the schema that the
 * program reads it with: a variable that is missing, misspelt or superfluous fails it.
 */
export abstract class Workload<Name extends FunctionName = FunctionName> extends Construct {
  readonly name: Name;
  readonly role: Role;
  protected readonly log: ServiceLog;
  readonly #environment: Record<string, string> = {};

  /**
   * @param principal The AWS service that runs the program.
   * @param id The id of the construct.
   */
  constructor(scope: Construct, name: Name, principal: string, id = pascalCase(name)) {
    super(scope, id);
    this.name = name;
    this.log = new ServiceLog(this, 'Log');
    // The CDK's default role has a managed policy that may write to all log groups of the account.
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal(principal) });
    // The bill can be grouped by this tag, as the ledger by steps.
    Tags.of(this).add('step', name);
    this.node.addValidation({ validate: () => environmentFaults(name, this.#environment) });
  }

  /** Adds variables to the environment. */
  set(variables: Readonly<Record<string, string>>): this {
    for (const [name, value] of Object.entries(variables)) {
      this.#environment[name] = value;
      this.addVariable(name, value);
    }
    return this;
  }

  /** Adds a variable to the function or container. */
  protected abstract addVariable(name: string, value: string): void;

  /** Adds a statement to the role. */
  allow(actions: readonly string[], resources: readonly string[]): this {
    this.role.addToPolicy(new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources: [...resources] }));
    return this;
  }
}
