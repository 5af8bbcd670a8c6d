import * as v from 'valibot';
import type { ShapeOf } from './definition.ts';
import { DefinitionError, RuntimeError, StateError } from './failure.ts';
import { record } from './history.ts';
import type { Integration } from './integration.ts';
import { orAbort, type Run, type RunTaskRequest } from './run.ts';

export const RUN_TASK = 'arn:aws:states:::ecs:runTask.waitForTaskToken';

const COMMON = { resource: 'runTask.waitForTaskToken', resourceType: 'ecs' };

const PARAMETERS = new Set([
  'Cluster',
  'TaskDefinition',
  'LaunchType',
  'PlatformVersion',
  'PropagateTags',
  // Locally, containers are processes on this machine's network.
  'NetworkConfiguration',
  'Overrides',
]);

const text = v.pipe(v.string(), v.nonEmpty());

const parametersSchema = v.looseObject({
  Cluster: text,
  TaskDefinition: text,
  Overrides: v.strictObject({
    ContainerOverrides: v.tuple([v.strictObject({ Name: text, Environment: v.array(v.strictObject({ Name: text, Value: v.string() })) })]),
  }),
});

type Parameters = v.InferOutput<typeof parametersSchema>;

const requestOf = ({ Cluster, TaskDefinition, Overrides }: Parameters): RunTaskRequest => ({
  family: TaskDefinition.replace(/^.*:task-definition\//, '').replace(/:\d+$/, ''),
  clusterArn: Cluster,
  variables: Object.fromEntries(Overrides.ContainerOverrides[0].Environment.map(({ Name, Value }) => [Name, Value] as const)),
});

/** Compiles a Task that starts an ECS task and waits for its token to report the result. */
export function compileRunTask(shape: ShapeOf<'Task'>, where: string): Integration<Parameters> {
  const unknown = Object.keys(shape.Parameters ?? {}).find((name) => !PARAMETERS.has(name));
  if (unknown) throw new DefinitionError(`${where}.Parameters.${unknown}`, 'this field is not available locally');
  if (shape.Parameters?.LaunchType !== 'FARGATE') throw new DefinitionError(`${where}.Parameters.LaunchType`, 'must be FARGATE');
  return {
    prefix: 'Task',
    name: 'ecs',
    common: COMMON,
    read(input) {
      const result = v.safeParse(parametersSchema, input);
      if (result.success) return result.output;
      const [issue] = result.issues;
      throw new RuntimeError(`Invalid task parameters: ${v.getDotPath(issue)}: ${issue.message}`);
    },
    scheduled: (parameters, region) => ({
      taskScheduledEventDetails: {
        ...COMMON,
        region,
        parameters: JSON.stringify(parameters),
      },
    }),
    async perform(parameters, run, signal, { token, heartbeat }) {
      // Start waiting now, because a fast task may report before its start is confirmed.
      const report = run.tokens.wait(token, heartbeat, signal);
      report.catch(() => {});
      await orAbort(start(requestOf(parameters), run), signal);
      record(run.history, 'TaskSubmitted', { taskSubmittedEventDetails: COMMON });
      return report;
    },
  };
}

async function start(order: RunTaskRequest, run: Run): Promise<void> {
  try {
    await run.runTask(order);
  } catch (error) {
    const { code = 'SdkClientException', message } = error as { code?: string; message: string };
    throw new StateError(`ECS.${code}`, message);
  }
}
