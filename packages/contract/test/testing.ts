/** Exports for other packages' tests and for benchmarks. */
export * from '../src/estimate.ts';
