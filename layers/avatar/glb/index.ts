export { writeGlb } from './write.ts';
