export * from './event-bus.ts';
export * from './event-rules.ts';
export * from './pipeline.ts';
export * from './state-machine.ts';
export * from './work-queue.ts';
