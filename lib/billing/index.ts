export * from './accounting.ts';
export * from './budget.ts';
export * from './ledger.ts';
export * from './prices.ts';
export * from './standing.ts';
