/** A task definition of one container, as the template describes it. */
export interface TaskDefinition {
  readonly family: string;
  readonly arn: string;
  readonly roleArn: string;
  /** Name of the container. */
  readonly container: string;
  /** Folder that the image is built from. */
  readonly image: string;
  /** Program in that folder. */
  readonly program: string;
  /** Memory limit, MB. */
  readonly memory: number;
  readonly variables: Readonly<Record<string, string>>;
}

/** How a task ended, in the terms of ECS. */
export interface TaskExit {
  readonly stopCode: 'EssentialContainerExited' | 'TaskFailedToStart' | 'UserInitiated';
  readonly stoppedReason: string;
  /** Undefined where the container never ran. */
  readonly exitCode?: number;
  /** Outcome of the container. */
  readonly reason?: string;
}

/** A task that was started. */
export interface Task {
  readonly arn: string;
  readonly definition: TaskDefinition;
  readonly clusterArn: string;
  /** Variables in addition to the definition's. */
  readonly overrides: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}
