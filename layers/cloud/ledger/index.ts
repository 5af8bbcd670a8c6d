export * from './invocation.ts';
export * from './lambda-usage.ts';
export * from './rows.ts';
