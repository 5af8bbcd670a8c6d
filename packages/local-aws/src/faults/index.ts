export * from './faults.ts';
export * from './plan.ts';
