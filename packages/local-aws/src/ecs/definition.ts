export interface TaskDefinition {
  readonly family: string;
  readonly arn: string;
  readonly roleArn: string;
  readonly container: string;
  /** The image's build folder. */
  readonly image: string;
  /** Program in that folder. */
  readonly program: string;
  /** Memory limit, in MB. */
  readonly memory: number;
  readonly variables: Readonly<Record<string, string>>;
}

/** A stopped task's fields, as ECS reports them. */
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
  /** Environment variables in addition to the definition's. */
  readonly overrides: Readonly<Record<string, string>>;
  /** Unix time in ms. */
  readonly startedAt: number;
}
