/** Exports for tests in other packages and for benchmarks, in addition to the public entry points. */
export { createRandom } from '../src/motion/index.ts';
export { unknownLetters } from '../src/phonetics/index.ts';
export { mapColumns } from '../src/rigs/index.ts';
export { findBlinks } from './blinks.ts';
export { findFixations, findLooks, traceGaze } from './gaze.ts';
export { importLiveLinkCsv } from './importer.ts';
export { measureSteps } from './openings.ts';
export { perform } from './perform.ts';
export { correlate, deviation, findLag, measureRoughness, median } from './statistics.ts';
export { createTimeline, speakEvenly } from './timelines.ts';
export { measureVolumes } from './volumes.ts';
