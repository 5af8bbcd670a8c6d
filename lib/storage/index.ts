export * from './emptying.ts';
export * from './mac-key.ts';
export * from './objects.ts';
export * from './storage.ts';
export * from './table.ts';
