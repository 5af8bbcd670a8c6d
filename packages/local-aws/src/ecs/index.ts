/** ECS on one machine: Fargate tasks as processes. */
export type { TaskDefinition } from './definition.ts';
export { type Ecs, startEcs } from './ecs.ts';
