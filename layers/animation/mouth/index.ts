export { animateMouth, type Mouth } from './animate-mouth.ts';
export { poseMouth } from './pose.ts';
