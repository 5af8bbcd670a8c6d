import * as v from 'valibot';
import { attribute, count, LABELS, regional, resource, text } from '../resource.ts';

const cluster = resource({
  nameProperty: 'ClusterName',
  arn: regional('ecs', 'cluster/'),
  attributes: { Arn: attribute.arn },
  enforced: { ClusterName: v.optional(text) },
  accepted: {
    ClusterSettings: 'There are no metrics',
    Tags: LABELS,
  },
});

/** An image runs as a process in its build folder, so its command must be a program there. */
const container = v.strictObject({
  Name: text,
  Image: v.pipe(text, v.regex(/:[\w.-]+$/, 'must end with a tag')),
  Command: v.tuple([v.pipe(text, v.regex(/^[\w-]+\.mjs$/, 'must be one program of the image, such as "task.mjs"'))]),
  Environment: v.optional(v.array(v.strictObject({ Name: text, Value: v.string() })), []),
  /** Checked only: processes here belong to the user who runs the service. */
  User: v.pipe(text, v.regex(/^[1-9]\d*:[1-9]\d*$/, 'must be the numbers of a user and a group other than root')),
  Essential: v.optional(v.literal(true)),
  /** Logs go to the data directory. */
  LogConfiguration: v.optional(v.unknown()),
});

const task = resource({
  nameProperty: 'Family',
  arn: (name, place) => `${regional('ecs', 'task-definition/')(name, place)}:1`,
  ref: attribute.arn,
  attributes: { TaskDefinitionArn: attribute.arn },
  enforced: {
    Family: v.optional(text),
    ContainerDefinitions: v.tuple([container]),
    /** Units of 1/1024 processor. */
    Cpu: count,
    /** MB. */
    Memory: count,
    NetworkMode: v.literal('awsvpc'),
    RequiresCompatibilities: v.tuple([v.literal('FARGATE')]),
    TaskRoleArn: text,
  },
  accepted: {
    ExecutionRoleArn: 'Nothing is pulled, and logs go to the data directory',
    RuntimePlatform: 'Containers run on the machine’s own processor',
    Tags: LABELS,
  },
});

export const CONTAINERS = {
  'AWS::ECS::Cluster': cluster,
  'AWS::ECS::TaskDefinition': task,
} as const;
