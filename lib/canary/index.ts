export * from './canary.ts';
