export * from './event-bus.ts';
export * from './pipeline.ts';
export * from './state-machine.ts';
export * from './watchers.ts';
export * from './work-queue.ts';
