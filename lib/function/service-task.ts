import { Stack, SymlinkFollowMode } from 'aws-cdk-lib';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import {
  type ContainerDefinition,
  ContainerImage,
  CpuArchitecture,
  FargateTaskDefinition,
  LogDriver,
  OperatingSystemFamily,
} from 'aws-cdk-lib/aws-ecs';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { TaskName } from '../../layers/cloud/environment.ts';
import type { TaskSize } from '../../layers/cloud/ledger/fargate-usage.ts';
import { ServiceUser } from './service-user.ts';

/** Temporary storage that every task of Fargate has, MB (Fargate developer guide, "Task ephemeral storage"). */
const STORAGE = 20 * 1024;

const PRINCIPAL = 'ecs-tasks.amazonaws.com';

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

/** One task of ECS on Fargate. The state machine starts it; it has no service, and listens to nobody. */
export class ServiceTask extends ServiceUser<TaskName> {
  readonly definition: FargateTaskDefinition;
  readonly container: ContainerDefinition;
  /** What ECS itself needs to begin: the image, and the log. The program never has this role. */
  readonly startRole: Role;
  readonly size: TaskSize & { storage: number };

  constructor(scope: Construct, name: TaskName, { image, program, vcpus, memory }: ServiceTaskProps) {
    super(scope, name, PRINCIPAL);
    this.size = { architecture: 'arm64', vcpus, memory, storage: STORAGE };
    this.startRole = new Role(this, 'StartRole', { assumedBy: new ServicePrincipal(PRINCIPAL) });
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
        logGroup: this.log,
      }),
    });
  }

  protected override addVariable(name: string, value: string): void {
    this.container.addEnvironment(name, value);
  }
}
