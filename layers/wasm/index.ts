export * from './code.ts';
export * from './engine.ts';
export { call, type Routine, routine, type Variable } from './module.ts';
