/** ECS on one machine: tasks of Fargate as processes. */
export type { TaskDefinition } from './definition.ts';
export { type Ecs, startEcs } from './ecs.ts';
