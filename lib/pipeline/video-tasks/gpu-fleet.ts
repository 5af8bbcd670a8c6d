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

/** Size of the root volume, in GB. The ECS machine image with the NVIDIA driver takes up about 20, and the renderer image about 2. */
const VOLUME = 60;

/** Root device on Amazon Linux. */
const ROOT_DEVICE = '/dev/xvda';

/** How long a new instance has to register, in s. Until then, the same task does not cause a second instance to start. */
const WARM_UP = 300;

/**
 * GPU instances managed by a capacity provider. ECS starts one per waiting task, up to a limit, and terminates it 15 minutes after its last
 * task.
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
      // Only ECS may terminate instances, and it never does so while they are running a task.
      newInstancesProtectedFromScaleIn: true,
    });
    this.provider = new CfnCapacityProvider(this, 'Provider', {
      autoScalingGroupProvider: {
        // This is the name rather than the ARN, because the ARN in the CDK has a wildcard for the group ID that ECS does not resolve.
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
      // Logs are written with the execution role of the task, which may only write to its own log.
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
      // With a single hop, the instance can get its credentials, but its containers cannot.
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

  /**
   * Creates a role with the permissions that the ECS agent needs (ECS developer guide, "Amazon ECS container instance IAM role"), limited
   * to this cluster.
   */
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
