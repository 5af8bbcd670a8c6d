export * from './event-bus.ts';
export * from './event-rules.ts';
export * from './pipeline.ts';
export { renderingOf } from './render-capacity.ts';
export * from './state-machine.ts';
export * from './work-queue.ts';
