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

/** Temporary storage of every Fargate task, in MB (Fargate developer guide, "Task ephemeral storage"). */
const STORAGE = 20 * 1024;

const PRINCIPAL = 'ecs-tasks.amazonaws.com';

/** User and group for a task. As on Lambda, which runs the same image, it is not root. Numeric IDs do not need an entry in the image. */
const USER = '1000:1000';

/** CPU units per vCPU (ECS developer guide, "Task size"). */
const UNITS = 1024;

/** CPU architecture of NVIDIA GPU instances, whatever everything else uses. */
const GPU_PROCESSOR = PROCESSORS.x86_64;

/** Dockerfile stage with the libraries that the NVIDIA driver needs. */
const GPU_STAGE = 'gpu';

export interface ServiceTaskProps {
  /** Build context of the image. */
  image: string;
  /** Program in the image that renders. */
  program: string;
  vcpus: number;
  /** Memory, in MB. */
  memory: number;
  /** True if the task gets a whole GPU on one of the instances in the cluster. Otherwise it runs on Fargate. */
  onGpu: boolean;
  /** True if the task or its instance has a public address, which AWS bills for. */
  hasAddress: boolean;
}

/** An ECS task that the state machine starts without an ECS service or open ports. */
export class ServiceTask extends Workload<TaskName> {
  readonly definition: TaskDefinition;
  readonly container: ContainerDefinition;
  /** Execution role, which ECS uses to pull the image and write the log. The program cannot use it. */
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

  /**
   * Uses the network of its instance, because a task with its own network interface would not get a public address (ECS developer guide).
   */
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
