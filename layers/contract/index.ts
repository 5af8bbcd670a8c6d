export * from './emotion.ts';
export * from './identifiers.ts';
export * from './languages.ts';
export * from './timeline.ts';
