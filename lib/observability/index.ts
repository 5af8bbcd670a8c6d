export * from './alarm-topic.ts';
export * from './alarms.ts';
export * from './dashboard.ts';
export * from './observability.ts';
