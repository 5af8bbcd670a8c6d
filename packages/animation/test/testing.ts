/** What tests of other packages and benchmarks use besides the public entry points. */
export * from '../src/motion/index.ts';
export * from '../src/phonetics/index.ts';
export * from '../src/rigs/index.ts';
export * from './blinks.ts';
export * from './gaze.ts';
export * from './importer.ts';
export * from './openings.ts';
export * from './perform.ts';
export * from './statistics.ts';
export * from './timelines.ts';
export * from './volumes.ts';
