import type { Task, TaskExit } from './definition.ts';

/** Creates the event for a stopped task (ECS developer guide, "Task state change events"). */
export function createTaskStoppedEvent({ arn, definition, clusterArn, overrides, startedAt }: Task, stop: TaskExit) {
  const { stopCode, stoppedReason, exitCode, reason } = stop;
  const now = new Date();
  return {
    source: 'aws.ecs',
    detailType: 'ECS Task State Change',
    resources: [arn],
    time: now,
    detail: {
      taskArn: arn,
      clusterArn,
      taskDefinitionArn: definition.arn,
      group: `family:${definition.family}`,
      launchType: 'FARGATE',
      desiredStatus: 'STOPPED',
      lastStatus: 'STOPPED',
      startedAt: new Date(startedAt).toISOString(),
      stoppedAt: now.toISOString(),
      stopCode,
      stoppedReason,
      containers: [
        {
          name: definition.container,
          lastStatus: 'STOPPED',
          taskArn: arn,
          ...(exitCode !== undefined && { exitCode }),
          ...(reason && { reason }),
        },
      ],
      overrides: {
        containerOverrides: [
          {
            name: definition.container,
            environment: Object.entries(overrides).map(([name, value]) => ({ name, value })),
          },
        ],
      },
    },
  };
}
