/** Exports for tests in other packages and for benchmarks. */
export * from '../src/upload.ts';
export * from './service.ts';
