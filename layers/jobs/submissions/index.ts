export * from './addresses.ts';
export * from './submission.ts';
