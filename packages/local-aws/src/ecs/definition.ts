export interface TaskDefinition {
  readonly family: string;
  readonly arn: string;
  readonly roleArn: string;
  readonly container: string;
  /** Folder that the image is built from. */
  readonly image: string;
  /** Program in that folder. */
  readonly program: string;
  /** Limit, MB. */
  readonly memory: number;
  readonly variables: Readonly<Record<string, string>>;
}

/** How a task ended, in ECS's terms. */
export interface TaskExit {
  readonly stopCode: 'EssentialContainerExited' | 'TaskFailedToStart' | 'UserInitiated';
  readonly stoppedReason: string;
  /** Undefined if the container never ran. */
  readonly exitCode?: number;
  readonly reason?: string;
}

export interface Task {
  readonly arn: string;
  readonly definition: TaskDefinition;
  readonly clusterArn: string;
  /** Variables in addition to the definition's. */
  readonly overrides: Readonly<Record<string, string>>;
  /** Unix time, ms. */
  readonly startedAt: number;
}
