/** ECS on one machine, with Fargate tasks as processes. */
export type { TaskDefinition } from './definition.ts';
export { type Ecs, startEcs } from './ecs.ts';
