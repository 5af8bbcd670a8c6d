import * as v from 'valibot';
import { attribute, count, LABELS, regional, resource, text } from '../resource.ts';

const cluster = resource({
  nameProperty: 'ClusterName',
  arn: regional('ecs', 'cluster/'),
  attributes: { Arn: attribute.arn },
  enforced: { ClusterName: v.optional(text) },
  accepted: {
    ClusterSettings: 'Metrics are not available locally',
    Tags: LABELS,
  },
});

/** An image runs as a process in its build folder, so its command must be a program in that folder. */
const container = v.strictObject({
  Name: text,
  Image: v.pipe(text, v.regex(/:[\w.-]+$/, 'must end with a tag')),
  Command: v.tuple([v.pipe(text, v.regex(/^[\w-]+\.mjs$/, 'must be one program in the image, such as "task.mjs"'))]),
  Environment: v.optional(v.array(v.strictObject({ Name: text, Value: v.string() })), []),
  /** This is only validated, because locally, processes run as the user who runs the service. */
  User: v.pipe(text, v.regex(/^[1-9]\d*:[1-9]\d*$/, 'must be a numeric user and group ID, both other than 0')),
  Essential: v.optional(v.literal(true)),
  /** Logs are written to the data directory. */
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
    /** In units of 1/1024 vCPU. */
    Cpu: count,
    /** In MB. */
    Memory: count,
    NetworkMode: v.literal('awsvpc'),
    RequiresCompatibilities: v.tuple([v.literal('FARGATE')]),
    TaskRoleArn: text,
  },
  accepted: {
    ExecutionRoleArn: 'Images are not pulled, and logs are written to the data directory',
    RuntimePlatform: "Containers run on this machine's CPU",
    Tags: LABELS,
  },
});

export const CONTAINERS = {
  'AWS::ECS::Cluster': cluster,
  'AWS::ECS::TaskDefinition': task,
} as const;
