/** Exports for other packages' tests and for benchmarks. */
export * from '../src/upload.ts';
export * from './service.ts';
