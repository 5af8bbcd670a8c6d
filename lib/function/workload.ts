import { Tags } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { FunctionName } from '../../layers/runtime/environment.ts';
import { environmentFaults } from './environment-faults.ts';
import { ServiceLog } from './service-log.ts';

/** Construct ids that differ from the name: a deployed stack knows its resources by them. */
const IDS: Readonly<Record<string, string>> = { finalize: 'Settle', aggregate: 'Tally' };

const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * What a table, a bucket or a queue is bound to, a function or a task: it has a role, a log group and an environment. The
 * environment is checked at synthesis against the schema that the program reads it with: a variable that is missing, misspelt or
 * superfluous fails the synthesis.
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
  constructor(scope: Construct, name: Name, principal: string, id = IDS[name] ?? pascalCase(name)) {
    super(scope, id);
    this.name = name;
    this.log = new ServiceLog(this, 'Log');
    // A role of our own: the CDK's comes with a managed policy that may write to every log group of the account.
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal(principal) });
    // What the bill can be broken down by, as the ledger is.
    Tags.of(this).add('step', name);
    this.node.addValidation({ validate: () => environmentFaults(name, this.#environment) });
  }

  /** Adds variables to the environment. A variable that two bindings set must have one value. */
  set(variables: Readonly<Record<string, string>>): this {
    for (const [name, value] of Object.entries(variables)) {
      this.#environment[name] = value;
      this.addVariable(name, value);
    }
    return this;
  }

  /** Gives the program itself a variable. */
  protected abstract addVariable(name: string, value: string): void;

  /** Adds a statement to the role. */
  allow(actions: readonly string[], resources: readonly string[]): this {
    this.role.addToPolicy(
      new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources: [...resources] }),
    );
    return this;
  }
}
