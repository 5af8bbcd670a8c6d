export { INVENTORY } from './inventory.ts';
export { listUnknown, readSymbol } from './read.ts';
export * from './sounds.ts';
