export * from './budgets.ts';
export * from './experience.ts';
