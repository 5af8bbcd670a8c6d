export * from './code.ts';
export * from './module.ts';
