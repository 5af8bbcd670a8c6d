export { writeFbx } from './write.ts';
