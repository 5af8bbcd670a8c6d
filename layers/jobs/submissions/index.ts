export * from './urls.ts';
export * from './submission.ts';
