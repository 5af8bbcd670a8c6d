export { FbxInputError } from './check.ts';
export { takeName } from './take.ts';
export { writeFbx } from './write.ts';
