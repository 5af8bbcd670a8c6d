export { poseMouth } from './pose.ts';
export { type Mouth, speak } from './speak.ts';
