export * from './submission.ts';
export * from './urls.ts';
