export * from './film-tasks.ts';
export * from './run-task.ts';
