import { RemovalPolicy, Stack, SymlinkFollowMode, Tags } from 'aws-cdk-lib';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import {
  type ContainerDefinition,
  ContainerImage,
  CpuArchitecture,
  FargateTaskDefinition,
  LogDriver,
  OperatingSystemFamily,
} from 'aws-cdk-lib/aws-ecs';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { TaskName } from '../../layers/cloud/environment.ts';
import type { TaskSize } from '../../layers/cloud/ledger/fargate-usage.ts';
import { environmentFaults } from './environment-faults.ts';
import { LOG_RETENTION, pascalCase } from './service-function.ts';
import type { ServiceUser } from './service-user.ts';

/** Temporary storage that every task of Fargate has, MB (Fargate developer guide, "Task ephemeral storage"). */
const STORAGE = 20 * 1024;

/** User and group of a task's program: not root, as on Lambda, where the same image runs; numbers need no entry in the image. */
const USER = '1000:1000';

/** Units of a processor (ECS developer guide, "Task size"). */
const UNITS = 1024;

export interface ServiceTaskProps {
  /** Folder to build the container image from. */
  image: string;
  /** Program of the image that draws. */
  program: string;
  vcpus: number;
  /** MB. */
  memory: number;
}

/**
 * One task of ECS on Fargate with its role, its log group and its environment, which is checked at synthesis as that of a function
 * is. The state machine starts it; it has no service, and listens to nobody.
 */
export class ServiceTask extends Construct implements ServiceUser {
  readonly name: TaskName;
  readonly definition: FargateTaskDefinition;
  readonly container: ContainerDefinition;
  readonly role: Role;
  /** What ECS itself needs to begin: the image, and the log. The program never has this role. */
  readonly startRole: Role;
  readonly size: TaskSize & { storage: number };
  readonly #environment: Record<string, string> = {};

  constructor(scope: Construct, name: TaskName, { image, program, vcpus, memory }: ServiceTaskProps) {
    super(scope, pascalCase(name));
    this.name = name;
    this.size = { architecture: 'arm64', vcpus, memory, storage: STORAGE };
    const assumedBy = new ServicePrincipal('ecs-tasks.amazonaws.com');
    this.role = new Role(this, 'Role', { assumedBy });
    this.startRole = new Role(this, 'StartRole', { assumedBy });
    this.definition = new FargateTaskDefinition(this, 'Definition', {
      cpu: vcpus * UNITS,
      memoryLimitMiB: memory,
      runtimePlatform: {
        cpuArchitecture: CpuArchitecture.ARM64,
        operatingSystemFamily: OperatingSystemFamily.LINUX,
      },
      taskRole: this.role,
      executionRole: this.startRole,
    });
    this.container = this.definition.addContainer('Container', {
      containerName: name,
      image: ContainerImage.fromAsset(image, {
        platform: Platform.LINUX_ARM64,
        followSymlinks: SymlinkFollowMode.NEVER,
      }),
      command: [program],
      user: USER,
      environment: { POWERTOOLS_SERVICE_NAME: name, AWS_REGION: Stack.of(this).region },
      logging: LogDriver.awsLogs({
        streamPrefix: name,
        logGroup: new LogGroup(this, 'Log', { retention: LOG_RETENTION, removalPolicy: RemovalPolicy.DESTROY }),
      }),
    });
    // What the bill can be broken down by, as the ledger is.
    Tags.of(this).add('step', name);
    this.node.addValidation({ validate: () => environmentFaults(name, this.#environment) });
  }

  set(variables: Readonly<Record<string, string>>): this {
    for (const [name, value] of Object.entries(variables)) {
      this.#environment[name] = value;
      this.container.addEnvironment(name, value);
    }
    return this;
  }

  allow(actions: readonly string[], resources: readonly string[]): this {
    this.role.addToPolicy(
      new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources: [...resources] }),
    );
    return this;
  }
}
