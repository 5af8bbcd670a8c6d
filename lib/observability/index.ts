export * from './alarm-targets.ts';
export * from './alarm-topic.ts';
export * from './alarms/index.ts';
export * from './dashboard.ts';
export * from './observability.ts';
export * from './tracing.ts';
