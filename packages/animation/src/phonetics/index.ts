export { checkPhones } from './check.ts';
export { IPA_SOUNDS } from './inventory.ts';
export { readSymbol, unknownLetters } from './read.ts';
export * from './sounds.ts';
