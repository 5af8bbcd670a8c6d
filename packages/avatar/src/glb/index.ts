export { writeVrmAnimation } from './vrm-animation.ts';
export { writeGlb } from './write.ts';
