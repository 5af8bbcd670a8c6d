import { join } from 'node:path';
import { type Duration, RemovalPolicy, type Size as Room, SymlinkFollowMode, Tags } from 'aws-cdk-lib';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  DockerImageCode,
  DockerImageFunction,
  type FunctionOptions,
  type ILayerVersion,
  Function as LambdaFunction,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { FunctionName } from '../../layers/cloud/environment.ts';
import type { Size } from '../../layers/cloud/ledger/lambda-usage.ts';
import { environmentFaults } from './environment-faults.ts';
import type { ServiceUser } from './service-user.ts';

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
  /** Folder to build a container image from, for a function that does not fit a bundle. */
  image?: string;
  /** Room for temporary files, where more than 512 MB are needed. */
  storage?: Room;
}

/** Temporary storage that every function has, MB. */
const LEAST_STORAGE = 512;

/** What the image of a container function calls. */
const IMAGE_COMMAND = ['handler.handler'];

/**
 * One Lambda function of the service with its role, its log group and its environment. The environment is checked at synthesis
 * against the schema that the handler reads it with: a variable that is missing, misspelt or superfluous fails the synthesis.
 */
export class ServiceFunction extends Construct implements ServiceUser {
  readonly name: FunctionName;
  readonly lambda: LambdaFunction;
  readonly timeout: Duration;
  /** What Lambda bills its time by. */
  readonly size: Size;
  readonly #role: Role;
  readonly #environment: Record<string, string> = {};

  constructor(scope: Construct, name: FunctionName, props: ServiceFunctionProps) {
    super(scope, pascalCase(name));
    this.name = name;
    this.timeout = props.timeout;
    this.size = {
      architecture: 'arm64',
      memory: props.memory,
      storage: props.storage?.toMebibytes() ?? LEAST_STORAGE,
    };
    const logGroup = new LogGroup(this, 'Log', { retention: LOG_RETENTION, removalPolicy: RemovalPolicy.DESTROY });
    // A role of our own: the CDK's comes with a managed policy that may write to every log group of the account.
    this.#role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
    this.lambda = this.#create(props, {
      description: props.description,
      architecture: Architecture.ARM_64,
      memorySize: props.memory,
      timeout: props.timeout,
      role: this.#role,
      logGroup,
      environment: { POWERTOOLS_SERVICE_NAME: name },
      ...(props.storage && { ephemeralStorageSize: props.storage }),
    });
    // What the bill can be broken down by, as the ledger is.
    Tags.of(this).add('step', name);
    this.node.addValidation({ validate: () => environmentFaults(name, this.#environment) });
  }

  #create({ bundles, layers = [], image }: ServiceFunctionProps, options: FunctionOptions): LambdaFunction {
    if (image !== undefined) {
      const code = DockerImageCode.fromImageAsset(image, {
        platform: Platform.LINUX_ARM64,
        cmd: IMAGE_COMMAND,
        followSymlinks: SymlinkFollowMode.NEVER,
      });
      return new DockerImageFunction(this, 'Function', { ...options, code });
    }
    return new LambdaFunction(this, 'Function', {
      ...options,
      code: Code.fromAsset(join(bundles, this.name)),
      handler: 'handler.handler',
      runtime: Runtime.NODEJS_24_X,
      layers,
    });
  }

  set(variables: Readonly<Record<string, string>>): this {
    for (const [name, value] of Object.entries(variables)) {
      this.#environment[name] = value;
      this.lambda.addEnvironment(name, value);
    }
    return this;
  }

  allow(actions: readonly string[], resources: readonly string[]): this {
    this.#role.addToPolicy(
      new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources: [...resources] }),
    );
    return this;
  }
}

export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
