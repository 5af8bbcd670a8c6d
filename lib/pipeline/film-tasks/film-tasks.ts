import { CfnDeletionPolicy, type CfnResource, Stack } from 'aws-cdk-lib';
import type { IVpc } from 'aws-cdk-lib/aws-ec2';
import { Cluster, ContainerInsights } from 'aws-cdk-lib/aws-ecs';
import { Effect, Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { ServiceLog, ServiceTask } from '../../function/index.ts';
import { TASK_SIZE } from '../studio.ts';
import { FilmNetwork } from './network.ts';

/** The tasks that draw the films that are too long for functions: what they run, where, and in which network. */
export class FilmTasks extends Construct {
  readonly cluster: Cluster;
  readonly network: FilmNetwork;
  readonly draw: ServiceTask;

  /**
   * @param image folder that the image of the renderer is built from
   * @param keepRevisions whether a revision of the task that is not deployed any more can still be run, by executions that began
   *   with it; such a revision outlives the stack
   */
  constructor(scope: Construct, id: string, { image, keepRevisions }: { image: string; keepRevisions: boolean }) {
    super(scope, id);
    this.network = new FilmNetwork(this, 'Network');
    const clusterName = `${Stack.of(this).stackName}-films`;
    // Container Insights writes here, and would make the group itself, for ever (CloudWatch user guide, "Container Insights").
    const insights = new ServiceLog(this, 'InsightsLog', {
      logGroupName: `/aws/ecs/containerinsights/${clusterName}/performance`,
    });
    this.cluster = new Cluster(this, 'Cluster', {
      clusterName,
      // The CDK's own types do not agree under exactOptionalPropertyTypes.
      vpc: this.network.vpc as IVpc,
      containerInsightsV2: ContainerInsights.ENABLED,
      enableFargateCapacityProviders: false,
    });
    this.cluster.node.addDependency(insights);
    this.draw = new ServiceTask(this, 'draw', { image, program: 'task.mjs', ...TASK_SIZE });
    const definition = this.draw.definition.node.defaultChild as CfnResource;
    definition.cfnOptions.deletionPolicy = CfnDeletionPolicy.DELETE;
    definition.cfnOptions.updateReplacePolicy = keepRevisions ? CfnDeletionPolicy.RETAIN : CfnDeletionPolicy.DELETE;
  }

  /** Lets the tasks say how they ended. Beside their role, since the machine depends on that. */
  bindMachine(machine: StateMachine): void {
    new Policy(this, 'Words', {
      roles: [this.draw.role],
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
