export * from './addresses.ts';
export * from './store.ts';
export * from './submission.ts';
