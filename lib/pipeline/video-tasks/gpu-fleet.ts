import { ArnFormat, Stack } from 'aws-cdk-lib';
import { AutoScalingGroup, BlockDeviceVolume, EbsDeviceVolumeType } from 'aws-cdk-lib/aws-autoscaling';
import { InstanceType, LaunchTemplate, LaunchTemplateHttpTokens, UserData } from 'aws-cdk-lib/aws-ec2';
import {
  AmiHardwareType,
  CfnCapacityProvider,
  CfnClusterCapacityProviderAssociations,
  type Cluster,
  EcsOptimizedImage,
} from 'aws-cdk-lib/aws-ecs';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Settings } from '../../settings/index.ts';
import type { VideoNetwork } from './network.ts';

export interface GpuFleetProps {
  cluster: Cluster;
  network: VideoNetwork;
  gpu: NonNullable<Settings['gpu']>;
}

/** Root volume, GB: ECS's image with NVIDIA's driver has some 20, the renderer's image some 2. */
const VOLUME = 60;

/** The root device of Amazon Linux. */
const ROOT_DEVICE = '/dev/xvda';

/** Seconds until a new instance has registered, so that the same task does not start a second one. */
const WARM_UP = 300;

/**
 * Instances with a GPU that tasks run on, behind a capacity provider: ECS starts one for each task that waits, up to a limit, and ends
 * it some fifteen minutes after its last task. None runs while nothing is rendered.
 */
export class GpuFleet extends Construct {
  readonly provider: CfnCapacityProvider;

  constructor(scope: Construct, id: string, { cluster, network, gpu }: GpuFleetProps) {
    super(scope, id);
    const group = new AutoScalingGroup(this, 'Group', {
      vpc: network.vpc,
      vpcSubnets: { subnets: [...network.subnets] },
      launchTemplate: this.#template(cluster, network, gpu.instanceType),
      minCapacity: 0,
      maxCapacity: gpu.instances,
      // ECS alone ends instances, and none that a task runs on.
      newInstancesProtectedFromScaleIn: true,
    });
    this.provider = new CfnCapacityProvider(this, 'Provider', {
      autoScalingGroupProvider: {
        // The name: the ARN that the CDK writes has a wildcard in place of the group's id, which ECS does not resolve.
        autoScalingGroupArn: group.autoScalingGroupName,
        managedScaling: { status: 'ENABLED', targetCapacity: 100, instanceWarmupPeriod: WARM_UP },
        managedTerminationProtection: 'ENABLED',
        managedDraining: 'ENABLED',
      },
    });
    new CfnClusterCapacityProviderAssociations(this, 'Association', {
      cluster: cluster.clusterName,
      capacityProviders: [this.provider.ref],
      defaultCapacityProviderStrategy: [],
    });
  }

  #template(cluster: Cluster, network: VideoNetwork, instanceType: string): LaunchTemplate {
    const userData = UserData.forLinux();
    userData.addCommands(
      "cat > /etc/ecs/ecs.config <<'END'",
      `ECS_CLUSTER=${cluster.clusterName}`,
      'ECS_ENABLE_GPU_SUPPORT=true',
      // Logs are written with the role that starts the task, which may write to its own log alone.
      'ECS_ENABLE_AWSLOGS_EXECUTIONROLE_OVERRIDE=true',
      'END',
    );
    return new LaunchTemplate(this, 'Template', {
      machineImage: EcsOptimizedImage.amazonLinux2023(AmiHardwareType.GPU),
      instanceType: new InstanceType(instanceType),
      role: this.#role(cluster),
      securityGroup: network.group,
      associatePublicIpAddress: network.isPublic,
      userData,
      httpTokens: LaunchTemplateHttpTokens.REQUIRED,
      // One hop: the instance itself, and no container on it, gets the instance's credentials.
      httpPutResponseHopLimit: 1,
      detailedMonitoring: false,
      blockDevices: [
        {
          deviceName: ROOT_DEVICE,
          volume: BlockDeviceVolume.ebs(VOLUME, { encrypted: true, volumeType: EbsDeviceVolumeType.GP3 }),
        },
      ],
    });
  }

  /** Permissions of ECS's agent (ECS developer guide, "Amazon ECS container instance IAM role"), limited to this cluster. */
  #role(cluster: Cluster): Role {
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });
    const allow = (actions: string[], resources: string[], conditions?: Record<string, unknown>) =>
      role.addToPolicy(new PolicyStatement({ effect: Effect.ALLOW, actions, resources, ...(conditions && { conditions }) }));
    const instances = Stack.of(this).formatArn({
      service: 'ecs',
      resource: 'container-instance',
      resourceName: `${cluster.clusterName}/*`,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
    allow(['ecs:RegisterContainerInstance', 'ecs:DeregisterContainerInstance'], [cluster.clusterArn]);
    allow(
      [
        'ecs:Poll',
        'ecs:StartTelemetrySession',
        'ecs:SubmitAttachmentStateChanges',
        'ecs:SubmitContainerStateChange',
        'ecs:SubmitTaskStateChange',
        'ecs:UpdateContainerInstancesState',
      ],
      [cluster.clusterArn, instances],
    );
    allow(['ecs:DiscoverPollEndpoint'], ['*']);
    return role;
  }
}
