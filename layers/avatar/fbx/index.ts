export { FbxInputError } from './check.ts';
export { createTakeName } from './take.ts';
export { type FbxOptions, writeFbx } from './write.ts';
