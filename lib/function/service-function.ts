import { join } from 'node:path';
import { type Duration, RemovalPolicy, type Size as StorageSize, SymlinkFollowMode } from 'aws-cdk-lib';
import {
  Code,
  DockerImageCode,
  DockerImageFunction,
  type FunctionOptions,
  type ILayerVersion,
  type IVersion,
  Function as LambdaFunction,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Size } from '#billing/compute-usage';
import type { FunctionName } from '#runtime/environment';
import { processorOf } from './architecture.ts';
import { Workload } from './workload.ts';

export interface ServiceFunctionProps {
  /** Folder containing every function's bundle. */
  bundles: string;
  description: string;
  /** Memory, in MB. The CPU share is proportional to it (1,769 MB = 1 vCPU). */
  memory: number;
  timeout: Duration;
  layers?: ILayerVersion[];
  /** Build context of a container image, for functions that do not fit in a bundle. */
  image?: string;
  /** Reserved concurrency, which is both a limit and a guarantee. If undefined, the function shares the unreserved concurrency. */
  reservedConcurrency?: number | undefined;
  /** Temporary storage, if more than 512 MB is needed. */
  storage?: StorageSize;
}

/** Temporary storage that every function gets, in MB. */
const MIN_STORAGE = 512;

/** Command for a container function. */
const IMAGE_COMMAND = ['handler.handler'];

export class ServiceFunction extends Workload<FunctionName> {
  readonly lambda: LambdaFunction;
  readonly timeout: Duration;
  /** Memory, storage, and architecture, which determine Lambda's price. */
  readonly size: Size;

  constructor(scope: Construct, name: FunctionName, props: ServiceFunctionProps) {
    super(scope, name, 'lambda.amazonaws.com');
    this.timeout = props.timeout;
    this.size = {
      architecture: processorOf(this).ledger,
      memory: props.memory,
      storage: props.storage?.toMebibytes() ?? MIN_STORAGE,
    };
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [this.log.logGroupArn]);
    this.lambda = this.#create(props, {
      description: props.description,
      architecture: processorOf(this).lambda,
      memorySize: props.memory,
      timeout: props.timeout,
      role: this.role,
      logGroup: this.log,
      environment: { POWERTOOLS_SERVICE_NAME: name },
      // Running executions call the version that they started with. Old versions are deleted with their function.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      ...(props.storage && { ephemeralStorageSize: props.storage }),
      ...(props.reservedConcurrency && { reservedConcurrentExecutions: props.reservedConcurrency }),
    });
  }

  /** Version of the deployed code and configuration. It is only published if this property is used. */
  get version(): IVersion {
    // The CDK's types disagree under exactOptionalPropertyTypes.
    return this.lambda.currentVersion as IVersion;
  }

  #create({ bundles, layers = [], image }: ServiceFunctionProps, options: FunctionOptions): LambdaFunction {
    if (image !== undefined) {
      const code = DockerImageCode.fromImageAsset(image, {
        platform: processorOf(this).platform,
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

  protected override addVariable(name: string, value: string): void {
    this.lambda.addEnvironment(name, value);
  }
}
