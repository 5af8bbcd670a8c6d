/** What tests of other packages and benchmarks use besides the public entry points. */
export * from '../src/upload.ts';
export * from './service.ts';
