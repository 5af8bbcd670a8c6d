export * from './attempt.ts';
export * from './calls.ts';
export * from './meter.ts';
export * from './resources.ts';
export * from './result.ts';
export * from './subject.ts';
