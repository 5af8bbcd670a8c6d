export * from './kms.ts';
