import { join } from 'node:path';
import { Annotations, CfnDeletionPolicy, type CfnResource, Fn, Stack } from 'aws-cdk-lib';
import { Cluster, ContainerInsights } from 'aws-cdk-lib/aws-ecs';
import { Effect, Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { readBaseImage } from '../../bundle/base-image.ts';
import { ServiceLog, ServiceTask } from '../../function/index.ts';
import { LOCAL_STAGE, type Settings } from '../../settings/index.ts';
import { TASK_SIZE } from '../render-capacity.ts';
import { GpuFleet } from './gpu-fleet.ts';
import { VideoNetwork } from './network.ts';

export interface VideoTasksProps {
  /** Build context of the renderer image. */
  image: string;
  settings: Pick<Settings, 'stage' | 'protect' | 'vpc' | 'gpu'>;
}

/** ECS tasks for videos that would take too long with functions, along with their cluster, network, and task definition. */
export class VideoTasks extends Construct {
  readonly cluster: Cluster;
  readonly network: VideoNetwork;
  /** GPU instances. If undefined, tasks run on Fargate. */
  readonly fleet: GpuFleet | undefined;
  readonly render: ServiceTask;

  constructor(scope: Construct, id: string, { image, settings }: VideoTasksProps) {
    super(scope, id);
    const { stage, protect, vpc: existing, gpu } = settings;
    if (stage !== LOCAL_STAGE) this.#warnOfMovingBase(image);
    this.network = new VideoNetwork(this, 'Network', { existing });
    // The stack ID makes the names unique. Container Insights may re-create the log group after the stack has been deleted, and then the
    // next stack could not create it.
    const stackId = Fn.select(2, Fn.split('/', Stack.of(this).stackId));
    const clusterName = `${Stack.of(this).stackName}-video-${stackId}`;
    // Otherwise Container Insights would create this log group without a retention period and never delete it (CloudWatch user guide,
    // "Container Insights").
    const insights = new ServiceLog(this, 'InsightsLog', {
      logGroupName: `/aws/ecs/containerinsights/${clusterName}/performance`,
    });
    this.cluster = new Cluster(this, 'Cluster', {
      clusterName,
      vpc: this.network.vpc,
      containerInsightsV2: ContainerInsights.ENABLED,
      enableFargateCapacityProviders: false,
    });
    this.cluster.node.addDependency(insights);
    if (gpu) this.fleet = new GpuFleet(this, 'Gpus', { cluster: this.cluster, network: this.network, gpu });
    this.render = new ServiceTask(this, 'render', {
      image,
      program: 'task.mjs',
      ...TASK_SIZE,
      onGpu: gpu !== undefined,
      hasAddress: this.network.isPublic,
    });
    // Running executions keep using their revision, even after a deployment. Retained revisions outlive the stack.
    const definition = this.render.definition.node.defaultChild as CfnResource;
    definition.cfnOptions.deletionPolicy = CfnDeletionPolicy.DELETE;
    definition.cfnOptions.updateReplacePolicy = protect ? CfnDeletionPolicy.RETAIN : CfnDeletionPolicy.DELETE;
  }

  /** Warns about a base image without a digest, because its tag may refer to a different image by the next deployment. */
  #warnOfMovingBase(image: string): void {
    const base = readBaseImage(join(image, 'Dockerfile'));
    if (base && !base.digest)
      Annotations.of(this).addWarningV2(
        'avatar:unpinned-base-image',
        `The renderer's base image ${base.name} is not pinned by a digest; run "npm run pin:images"`,
      );
  }

  /** Allows tasks to report to the state machine. The policy is separate because the state machine depends on the role. */
  bindMachine(machine: StateMachine): void {
    new Policy(this, 'Callbacks', {
      roles: [this.render.role],
      statements: [
        new PolicyStatement({
          effect: Effect.ALLOW,
          actions: ['states:SendTaskSuccess', 'states:SendTaskFailure', 'states:SendTaskHeartbeat'],
          resources: [machine.stateMachineArn],
        }),
      ],
    });
  }
}
