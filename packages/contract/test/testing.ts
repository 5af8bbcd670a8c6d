/** Exports for tests in other packages and for benchmarks. */
export * from '../src/estimate.ts';
