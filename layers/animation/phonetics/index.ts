export { INVENTORY } from './inventory.ts';
export { readSymbol } from './read.ts';
export * from './sounds.ts';
