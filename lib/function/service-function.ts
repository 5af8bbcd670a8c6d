import { join } from 'node:path';
import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, type ILayerVersion, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { environments, type FunctionName, readEnvironment } from '../../layers/cloud/environment.ts';

/** How long a function's log is kept: long enough to look into last month's bill. */
export const LOG_RETENTION = RetentionDays.ONE_MONTH;

export interface ServiceFunctionProps {
  /** Folder with the bundles of all functions. */
  bundles: string;
  description: string;
  /** Memory, MB; CPU goes with it (1,769 MB = 1 vCPU). */
  memory: number;
  timeout: Duration;
  layers?: ILayerVersion[];
}

/**
 * One Lambda function of the service with its role, its log group and its environment. The environment is checked at synthesis
 * against the schema that the handler reads it with: a variable that is missing, misspelt or superfluous fails the synthesis.
 */
export class ServiceFunction extends Construct {
  readonly name: FunctionName;
  readonly lambda: LambdaFunction;
  readonly timeout: Duration;
  readonly #role: Role;
  readonly #environment: Record<string, string> = {};

  constructor(scope: Construct, name: FunctionName, props: ServiceFunctionProps) {
    super(scope, pascalCase(name));
    this.name = name;
    this.timeout = props.timeout;
    const logGroup = new LogGroup(this, 'Log', { retention: LOG_RETENTION, removalPolicy: RemovalPolicy.DESTROY });
    // A role of our own: the CDK's comes with a managed policy that may write to every log group of the account.
    this.#role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
    this.lambda = new LambdaFunction(this, 'Function', {
      description: props.description,
      code: Code.fromAsset(join(props.bundles, name)),
      handler: 'handler.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memory,
      timeout: props.timeout,
      role: this.#role,
      logGroup,
      layers: props.layers ?? [],
      environment: { POWERTOOLS_SERVICE_NAME: name },
    });
    this.node.addValidation({ validate: () => this.#environmentFaults() });
  }

  /** Adds variables to the environment. A variable that two bindings set must have one value. */
  set(variables: Readonly<Record<string, string>>): this {
    for (const [name, value] of Object.entries(variables)) {
      this.#environment[name] = value;
      this.lambda.addEnvironment(name, value);
    }
    return this;
  }

  /** Adds a statement to the function's role. */
  allow(actions: readonly string[], resources: readonly string[]): this {
    this.#role.addToPolicy(
      new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources: [...resources] }),
    );
    return this;
  }

  #environmentFaults(): string[] {
    const known = Object.keys(environments[this.name].entries);
    const superfluous = Object.keys(this.#environment).filter((name) => !known.includes(name));
    const faults = superfluous.map((name) => `The function ${this.name} is given ${name}, which it does not read`);
    try {
      readEnvironment(this.name, this.#environment);
    } catch (error) {
      faults.push((error as Error).message);
    }
    return faults;
  }
}

const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
