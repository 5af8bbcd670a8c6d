export { animateMouth, type MouthCurves } from './animate-mouth.ts';
export { poseMouth } from './pose.ts';
