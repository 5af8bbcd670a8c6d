import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { FargatePlatformVersion, type ICluster, PropagatedTagSource } from 'aws-cdk-lib/aws-ecs';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IntegrationPattern, JsonPath, type QueryLanguage, Timeout } from 'aws-cdk-lib/aws-stepfunctions';
import { EcsFargateLaunchTarget, EcsRunTask, type IEcsLaunchTarget } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { ATTEMPT_VARIABLES } from '#aws/usage';
import { GPU_TASK_HEARTBEAT_TIMEOUT, GPU_TASK_TIMEOUT, TASK_HEARTBEAT_TIMEOUT, TASK_TIMEOUT } from '#jobs/time-limits';
import type { GpuFleet } from './gpu-fleet.ts';
import type { VideoNetwork } from './network.ts';
import type { VideoTasks } from './video-tasks.ts';

/** Environment variables for the container. */
const ORDER = [
  { name: 'TASK_TOKEN', value: JsonPath.taskToken },
  { name: 'TASK_INPUT', value: JsonPath.jsonToString(JsonPath.objectAt('$')) },
  { name: ATTEMPT_VARIABLES.state, value: JsonPath.stringAt('$$.State.Name') },
  { name: ATTEMPT_VARIABLES.entered, value: JsonPath.stringAt('$$.State.EnteredTime') },
  { name: ATTEMPT_VARIABLES.retry, value: JsonPath.format('{}', JsonPath.stringAt('$$.State.RetryCount')) },
  { name: ATTEMPT_VARIABLES.execution, value: JsonPath.stringAt('$$.Execution.Name') },
  { name: ATTEMPT_VARIABLES.item, value: JsonPath.format('{}', JsonPath.stringAt('$.segment.index')) },
];

/** Without a NAT gateway, a Fargate task needs a public address to reach AWS. No ports are open. */
const onFargate = ({ subnets, group, isPublic }: VideoNetwork) => ({
  launchTarget: new EcsFargateLaunchTarget({ platformVersion: FargatePlatformVersion.LATEST }),
  assignPublicIp: isPublic,
  subnets: { subnets: [...subnets] },
  securityGroups: [group],
});

/**
 * Runs the task on a GPU instance, using the network of the instance. The CDK launch target only supports capacity providers that belong to
 * the same cluster object.
 */
const onFleet = ({ provider }: GpuFleet): { launchTarget: IEcsLaunchTarget } => ({
  launchTarget: {
    bind: () => ({ parameters: { CapacityProviderStrategy: [{ CapacityProvider: provider.ref, Weight: 1 }] } }),
  },
});

/**
 * Renders a segment with a task, which reports its result using a task token. Without a token, the state machine would only receive the
 * exit code.
 */
export class RunRenderTask extends EcsRunTask {
  /** By default, the CDK would allow the state machine to stop all tasks in the account. These tasks stop on their own. */
  protected override readonly taskPolicies: PolicyStatement[];
  readonly #revision: string;

  constructor(scope: Construct, id: string, { cluster, network, render, fleet }: VideoTasks) {
    super(scope, id, {
      integrationPattern: IntegrationPattern.WAIT_FOR_TASK_TOKEN,
      // The CDK's types disagree under exactOptionalPropertyTypes.
      cluster: cluster as ICluster,
      taskDefinition: render.definition,
      ...(fleet ? onFleet(fleet) : onFargate(network)),
      containerOverrides: [{ containerDefinition: render.container, environment: ORDER }],
      // Tags of a task show up on the bill.
      propagatedTagSource: PropagatedTagSource.TASK_DEFINITION,
      taskTimeout: Timeout.duration(Duration.seconds(fleet ? GPU_TASK_TIMEOUT : TASK_TIMEOUT)),
      heartbeatTimeout: Timeout.duration(Duration.seconds(fleet ? GPU_TASK_HEARTBEAT_TIMEOUT : TASK_HEARTBEAT_TIMEOUT)),
      resultPath: JsonPath.DISCARD,
    });
    this.#revision = render.definition.taskDefinitionArn;
    const tasks = Stack.of(this).formatArn({
      service: 'ecs',
      resource: 'task',
      resourceName: `${cluster.clusterName}/*`,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
    const revisions = Stack.of(this).formatArn({
      service: 'ecs',
      resource: 'task-definition',
      resourceName: `${render.definition.family}:*`,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
    this.taskPolicies = [
      // An execution uses the task definition revision in its own definition, even after a deployment.
      new PolicyStatement({
        actions: ['ecs:RunTask'],
        resources: [revisions],
        conditions: { ArnEquals: { 'ecs:cluster': cluster.clusterArn } },
      }),
      new PolicyStatement({
        actions: ['ecs:TagResource'],
        resources: [tasks],
        conditions: { StringEquals: { 'ecs:CreateAction': 'RunTask' } },
      }),
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [render.role.roleArn, render.startRole.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } },
      }),
    ];
  }

  /**
   * Passes the revision of the task definition. The CDK would pass the family, for which ECS runs the newest revision
   * (docs/decisions/0001-versions-in-the-definition.md).
   */
  protected override _renderTask(language?: QueryLanguage): { Parameters: Record<string, unknown> } {
    const { Parameters, ...task } = super._renderTask(language);
    return { ...task, Parameters: { ...Parameters, TaskDefinition: this.#revision } };
  }
}
