/** Exports for tests of other packages and for benchmarks. */
export * from '../src/estimate.ts';
