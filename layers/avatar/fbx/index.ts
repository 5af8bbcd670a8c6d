export { FbxInputError } from './check.ts';
export { createTakeName } from './take.ts';
export { writeFbx } from './write.ts';
