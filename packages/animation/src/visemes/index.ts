export { writeVisemes } from './write.ts';
