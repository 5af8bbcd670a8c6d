export * from './ledger.ts';
export * from './prices.ts';
