import { describe, expect, it } from 'vitest';
import { readMeteringSettings } from '#billing/settings';
import { environments, readEnvironment } from '#runtime/environment';
import { flatten, synthesizeStage } from '../fixture.ts';

const stage = synthesizeStage({ stage: 'test' });
const only = (type: string) => {
  const found = stage.ofType(type);
  expect(found).toHaveLength(1);
  return found[0]![1].Properties;
};

describe("the tasks' network", () => {
  it('has no open ports, and only allows outbound HTTPS', () => {
    const group = only('AWS::EC2::SecurityGroup');
    expect(group.SecurityGroupIngress).toBeUndefined();
    expect(group.SecurityGroupEgress).toMatchObject([{ IpProtocol: 'tcp', FromPort: 443, ToPort: 443 }]);
    expect(stage.ofType('AWS::EC2::SecurityGroupIngress')).toEqual([]);
  });

  it('costs nothing while idle, without a NAT gateway and with free endpoints', () => {
    expect(stage.ofType('AWS::EC2::NatGateway')).toEqual([]);
    expect(stage.ofType('AWS::EC2::EIP')).toEqual([]);
    const endpoints = stage.ofType('AWS::EC2::VPCEndpoint').map(([, { Properties }]) => Properties);
    expect(endpoints.map(({ VpcEndpointType }) => VpcEndpointType)).toEqual(['Gateway', 'Gateway']);
    expect(endpoints.map(({ ServiceName }) => flatten(ServiceName).split('.').at(-1)).sort()).toEqual(['dynamodb', 's3']);
    expect(stage.ofType('AWS::ECS::Service')).toEqual([]);
  });

  it('logs all traffic in the flow log', () => expect(only('AWS::EC2::FlowLog').TrafficType).toBe('ALL'));
});

describe('the render task', () => {
  const task = () => only('AWS::ECS::TaskDefinition');

  it("has four vCPUs, the minimum memory for them, and the function's image", () => {
    expect(task()).toMatchObject({
      Cpu: '4096',
      Memory: '8192',
      NetworkMode: 'awsvpc',
      RequiresCompatibilities: ['FARGATE'],
      RuntimePlatform: { CpuArchitecture: 'ARM64' },
      ContainerDefinitions: [{ Command: ['task.mjs'], User: '1000:1000', LogConfiguration: { LogDriver: 'awslogs' } }],
    });
    const [render] = stage.ofType('AWS::Lambda::Function').filter(([, { Properties }]) => Properties.PackageType === 'Image');
    expect(task().ContainerDefinitions[0].Image).toEqual(render?.[1].Properties.Code.ImageUri);
  });

  it('has an environment that it can read, with its size for the ledger', () => {
    const entries = task().ContainerDefinitions[0].Environment.map(({ Name, Value }: { Name: string; Value: unknown }) => [
      Name,
      flatten(Value),
    ]);
    const environment: Record<string, string> = Object.fromEntries(entries);
    expect(Object.keys(readEnvironment('render', environment))).toEqual(Object.keys(environments.render.entries));
    expect(readMeteringSettings(environment).TASK_SIZE).toEqual({ vcpus: 4, memory: 8192 });
  });

  it('may report its result, and the state machine may only start this task and may not stop any', () => {
    const statements = (id: RegExp) =>
      stage
        .ofType('AWS::IAM::Policy')
        .filter(([name]) => id.test(name))
        .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
    const [[machine] = ['']] = stage.ofType('AWS::StepFunctions::StateMachine');
    expect(statements(/^PipelineVideoTasksCallbacks/)).toEqual([
      {
        Effect: 'Allow',
        Action: ['states:SendTaskFailure', 'states:SendTaskHeartbeat', 'states:SendTaskSuccess'],
        Resource: { Ref: machine },
      },
    ]);
    const ecs = statements(/^PipelineMachineStateMachineRole/).filter(({ Action }) => /ecs:|iam:/.test(String(Action)));
    expect(ecs.map(({ Action }) => Action).sort()).toEqual(['ecs:RunTask', 'ecs:TagResource', 'iam:PassRole']);
    const run = ecs.find(({ Action }) => Action === 'ecs:RunTask');
    // The state only names the family, so ECS runs its newest revision.
    expect(flatten(run.Resource).endsWith(`:task-definition/${task().Family}:*`)).toBe(true);
    const [[cluster] = ['']] = stage.ofType('AWS::ECS::Cluster');
    expect(run.Condition).toEqual({ ArnEquals: { 'ecs:cluster': { 'Fn::GetAtt': [cluster, 'Arn'] } } });
  });
});
