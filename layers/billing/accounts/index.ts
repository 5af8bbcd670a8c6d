export * from './budgets.ts';
export * from './counted.ts';
export * from './experience.ts';
