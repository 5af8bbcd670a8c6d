import { readDeployment } from 'local-aws/template';
import { describe, expect, it } from 'vitest';
import { flatten, imagesOf, synthesizeStage } from '../fixture.ts';

const vpc = { id: 'vpc-0a1b2c3d4e5f67890', subnets: ['subnet-0a1b2c3d4e5f67890', 'subnet-0a1b2c3d4e5f67891'] };
const isPrivate = synthesizeStage({ stage: 'test', vpc });
const isPublic = synthesizeStage({ stage: 'test', vpc: { ...vpc, public: true } });
const own = synthesizeStage({ stage: 'test' });

type Stage = typeof own;

/** Returns the state that runs a task, with references in angle brackets. */
function renderTaskState({ ofType }: Stage) {
  const definition = flatten(ofType('AWS::StepFunctions::StateMachine')[0]?.[1].Properties.DefinitionString);
  const { ItemProcessor } = JSON.parse(definition).States['Long segments'];
  return ItemProcessor.States['Render task'];
}

const networkOf = (stage: Stage) => renderTaskState(stage).Parameters.NetworkConfiguration.AwsvpcConfiguration;

const taskSizeOf = ({ ofType }: Stage) => {
  const [container] = ofType('AWS::ECS::TaskDefinition')[0]?.[1].Properties.ContainerDefinitions ?? [];
  const found = container.Environment.find(({ Name }: { Name: string }) => Name === 'TASK_SIZE');
  return JSON.parse(found.Value);
};

describe('an existing VPC', () => {
  it('replaces the created VPC, in which only a security group is created', () => {
    for (const stage of [isPrivate, isPublic]) {
      const types = new Set(stage.resources.map(([, { Type }]) => Type).filter((type) => type.startsWith('AWS::EC2::')));
      expect([...types]).toEqual(['AWS::EC2::SecurityGroup']);
      expect(stage.ofType('AWS::EC2::SecurityGroup')[0]?.[1].Properties).toMatchObject({
        VpcId: vpc.id,
        SecurityGroupEgress: [{ IpProtocol: 'tcp', FromPort: 443, ToPort: 443 }],
      });
    }
  });

  it('runs the tasks in its subnets, with public addresses in public subnets', () => {
    // There is no public address by default (ECS API reference, "AwsVpcConfiguration").
    expect(networkOf(isPrivate)).toEqual({ Subnets: vpc.subnets, SecurityGroups: expect.any(Array) });
    expect(networkOf(isPublic)).toMatchObject({ Subnets: vpc.subnets, AssignPublicIp: 'ENABLED' });
    expect(networkOf(own)).toMatchObject({ AssignPublicIp: 'ENABLED' });
  });

  it("bills a task's address only if it has one", () => {
    expect(taskSizeOf(isPrivate)).toEqual({ vcpus: 4, memory: 8192, address: false });
    expect(taskSizeOf(isPublic)).toEqual({ vcpus: 4, memory: 8192 });
  });

  it('has no effect on the local run', () => {
    const { assembly } = synthesizeStage({ stage: 'local', vpc });
    expect(() => readDeployment(assembly.directory, 'http://127.0.0.1:1')).not.toThrow();
  });
});

describe('tasks with a GPU', () => {
  const gpu = { instanceType: 'g6.2xlarge', instances: 3 };
  const stage = synthesizeStage({ stage: 'test', gpu, tasks: 1 });
  const only = (type: string, of: Stage = stage) => {
    const found = of.ofType(type);
    expect(found).toHaveLength(1);
    return found[0]![1].Properties;
  };

  it('run on instances that only ECS starts and terminates, with no instances while idle', () => {
    expect(only('AWS::AutoScaling::AutoScalingGroup')).toMatchObject({
      MinSize: '0',
      MaxSize: '3',
      NewInstancesProtectedFromScaleIn: true,
    });
    expect(only('AWS::AutoScaling::AutoScalingGroup').DesiredCapacity).toBeUndefined();
    expect(only('AWS::ECS::CapacityProvider').AutoScalingGroupProvider).toMatchObject({
      AutoScalingGroupArn: { Ref: expect.any(String) },
      ManagedScaling: { Status: 'ENABLED', TargetCapacity: 100 },
      ManagedTerminationProtection: 'ENABLED',
    });
    const [[provider] = ['']] = stage.ofType('AWS::ECS::CapacityProvider');
    expect(only('AWS::ECS::ClusterCapacityProviderAssociations').CapacityProviders).toEqual([{ Ref: provider }]);
  });

  it("have instances of the selected type with ECS's GPU image, an encrypted disk, and credentials that containers cannot access", () => {
    const { LaunchTemplateData: data } = only('AWS::EC2::LaunchTemplate');
    expect(data).toMatchObject({
      InstanceType: 'g6.2xlarge',
      BlockDeviceMappings: [{ Ebs: { Encrypted: true } }],
      MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 1 },
    });
    const { Parameters } = stage.service.toJSON();
    expect(Parameters[data.ImageId.Ref]).toMatchObject({
      Type: 'AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>',
      Default: '/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id',
    });
    expect(flatten(data.UserData)).toContain('ECS_CLUSTER=');
  });

  it("request a whole GPU and the instance's CPUs, with the GPU image", () => {
    const task = only('AWS::ECS::TaskDefinition');
    const [container] = task.ContainerDefinitions;
    expect(task).toMatchObject({ NetworkMode: 'bridge', RequiresCompatibilities: ['EC2'] });
    expect(container).toMatchObject({
      Command: ['task.mjs'],
      User: '1000:1000',
      ResourceRequirements: [{ Type: 'GPU', Value: '1' }],
    });
    expect(imagesOf(stage.assembly.directory)).toEqual(
      expect.arrayContaining([{ platform: 'linux/amd64', target: 'gpu' }, { platform: 'linux/arm64' }]),
    );
  });

  it('run on the capacity provider instead of Fargate, one per instance, and can wait for an instance', () => {
    const draw = renderTaskState(stage);
    expect(draw.Parameters.CapacityProviderStrategy).toEqual([{ CapacityProvider: expect.stringContaining('Provider'), Weight: 1 }]);
    for (const other of ['LaunchType', 'PlatformVersion', 'NetworkConfiguration']) expect(draw.Parameters).not.toHaveProperty(other);
    expect(draw.HeartbeatSeconds).toBe(3_600);
    expect(draw.TimeoutSeconds).toBeGreaterThan(draw.HeartbeatSeconds);
    const definition = flatten(only('AWS::StepFunctions::StateMachine').DefinitionString);
    expect(JSON.parse(definition).States['Long segments'].MaxConcurrency).toBe(3);
    const readers = stage.ofType('AWS::Lambda::Function').filter(([, { Properties }]) => Properties.Environment.Variables.RENDERING);
    expect(readers).toHaveLength(3);
    for (const [, { Properties }] of readers) {
      const { tasks } = JSON.parse(Properties.Environment.Variables.RENDERING);
      expect(tasks).toMatchObject({ concurrency: 3, framesPerSecond: 60, size: taskSizeOf(stage) });
    }
  });

  it('are billed per instance hour', () => {
    expect(taskSizeOf(stage)).toEqual({ vcpus: 4, memory: 8192, gpu: true });
    const { PRICES } = stage.ofType('AWS::Lambda::Function')[0]![1].Properties.Environment.Variables;
    expect(JSON.parse(PRICES).prices['gpu.instance']).toBe('0.9776');
  });

  it('only have a public address in public subnets', () => {
    const interfaceOf = (of: Stage) => only('AWS::EC2::LaunchTemplate', of).LaunchTemplateData.NetworkInterfaces[0];
    expect(interfaceOf(stage).AssociatePublicIpAddress).toBe(true);
    const within = synthesizeStage({ stage: 'test', gpu, vpc });
    expect(interfaceOf(within).AssociatePublicIpAddress).toBe(false);
    expect(only('AWS::AutoScaling::AutoScalingGroup', within).VPCZoneIdentifier).toEqual(vpc.subnets);
  });

  it('are only created if configured', () => {
    for (const type of ['AWS::AutoScaling::AutoScalingGroup', 'AWS::EC2::LaunchTemplate', 'AWS::ECS::CapacityProvider'])
      expect(own.ofType(type)).toEqual([]);
  });
});
