import { Stack, SymlinkFollowMode } from 'aws-cdk-lib';
import {
  type ContainerDefinition,
  ContainerImage,
  Ec2TaskDefinition,
  FargateTaskDefinition,
  LogDriver,
  NetworkMode,
  OperatingSystemFamily,
  type TaskDefinition,
} from 'aws-cdk-lib/aws-ecs';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { TaskSize } from '#billing/compute-usage';
import type { TaskName } from '#runtime/environment';
import { PROCESSORS, processorOf } from './architecture.ts';
import { Workload } from './workload.ts';

/** Every Fargate task's temporary storage, MB (Fargate developer guide, "Task ephemeral storage"). */
const STORAGE = 20 * 1024;

const PRINCIPAL = 'ecs-tasks.amazonaws.com';

/** A task's user and group. It is not root, as on Lambda, which runs the same image. Numeric IDs do not need an entry in the image. */
const USER = '1000:1000';

/** Units per vCPU (ECS developer guide, "Task size"). */
const UNITS = 1024;

/** CPU architecture of NVIDIA GPU instances, regardless of what the rest uses. */
const GPU_PROCESSOR = PROCESSORS.x86_64;

/** Dockerfile stage with the libraries that NVIDIA's driver needs. */
const GPU_STAGE = 'gpu';

export interface ServiceTaskProps {
  /** The image's build context. */
  image: string;
  /** The image's program that renders. */
  program: string;
  vcpus: number;
  /** Memory, in MB. */
  memory: number;
  /** True if it has a whole GPU on one of the cluster's instances. Otherwise it runs on Fargate. */
  onGpu: boolean;
  /** True if it or its instance has a public address, which is billed. */
  hasAddress: boolean;
}

/** An ECS task that the state machine starts without an ECS service or open ports. */
export class ServiceTask extends Workload<TaskName> {
  readonly definition: TaskDefinition;
  readonly container: ContainerDefinition;
  /** Execution role, which ECS pulls the image and writes the log with. The program cannot use it. */
  readonly startRole: Role;
  readonly size: TaskSize & { storage: number };

  constructor(scope: Construct, name: TaskName, props: ServiceTaskProps) {
    super(scope, name, PRINCIPAL, 'RenderTask');
    const { image, program, vcpus, memory, onGpu, hasAddress } = props;
    const processor = onGpu ? GPU_PROCESSOR : processorOf(this);
    this.size = {
      architecture: processor.ledger,
      vcpus,
      memory,
      storage: STORAGE,
      ...(onGpu && { gpu: true }),
      ...(!hasAddress && { address: false }),
    };
    this.startRole = new Role(this, 'StartRole', { assumedBy: new ServicePrincipal(PRINCIPAL) });
    this.definition = onGpu ? this.#onInstances() : this.#onFargate(vcpus, memory);
    this.container = this.definition.addContainer('Container', {
      containerName: name,
      image: ContainerImage.fromAsset(image, {
        platform: processor.platform,
        followSymlinks: SymlinkFollowMode.NEVER,
        ...(onGpu && { target: GPU_STAGE }),
      }),
      command: [program],
      user: USER,
      environment: { POWERTOOLS_SERVICE_NAME: name, AWS_REGION: Stack.of(this).region },
      logging: LogDriver.awsLogs({
        streamPrefix: name,
        logGroup: this.log,
      }),
      ...(onGpu && { gpuCount: 1, memoryReservationMiB: memory }),
    });
  }

  #onFargate(vcpus: number, memory: number): TaskDefinition {
    return new FargateTaskDefinition(this, 'Definition', {
      cpu: vcpus * UNITS,
      memoryLimitMiB: memory,
      runtimePlatform: {
        cpuArchitecture: processorOf(this).ecs,
        operatingSystemFamily: OperatingSystemFamily.LINUX,
      },
      taskRole: this.role,
      executionRole: this.startRole,
    });
  }

  /** Uses its instance's network, because a task with its own network interface would not have a public address (ECS developer guide). */
  #onInstances(): TaskDefinition {
    return new Ec2TaskDefinition(this, 'Definition', {
      networkMode: NetworkMode.BRIDGE,
      taskRole: this.role,
      executionRole: this.startRole,
    });
  }

  protected override addVariable(name: string, value: string): void {
    this.container.addEnvironment(name, value);
  }
}
