export * from './attempt.ts';
export * from './calls.ts';
export * from './meter.ts';
export * from './settings.ts';
export * from './subject.ts';
