export * from './layers.ts';
export * from './service-function.ts';
