export * from './check.ts';
export * from './client.ts';
export * from './result.ts';
