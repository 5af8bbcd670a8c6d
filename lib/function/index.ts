export * from './architecture.ts';
export * from './environments.ts';
export * from './layers.ts';
export * from './service-function.ts';
export * from './service-log.ts';
export * from './service-task.ts';
export type { Workload } from './workload.ts';
