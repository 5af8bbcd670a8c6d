export * from './attempt.ts';
export * from './billed-party.ts';
export * from './calls.ts';
export * from './meter.ts';
export * from './resources.ts';
