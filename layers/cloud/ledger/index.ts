export * from './audit.ts';
export * from './fargate-usage.ts';
export * from './history.ts';
export * from './invocation.ts';
export { KEPT_DAYS } from './item.ts';
export * from './lambda-usage.ts';
export * from './metrics.ts';
export * from './rows.ts';
export * from './sizes.ts';
