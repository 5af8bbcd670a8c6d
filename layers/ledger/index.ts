export * from './money.ts';
export * from './prices/prices.ts';
export * from './report.ts';
export * from './resources.ts';
export * from './result.ts';
export * from './row.ts';
