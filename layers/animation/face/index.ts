export { animateFace, type FaceInput } from './animate-face.ts';
