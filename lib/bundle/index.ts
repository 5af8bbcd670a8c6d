export * from './bundle.ts';
export * from './functions.ts';
export * from './layers.ts';
