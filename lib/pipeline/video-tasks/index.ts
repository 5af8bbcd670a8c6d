export * from './run-task.ts';
export * from './video-tasks.ts';
