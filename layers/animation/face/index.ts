export { animateFace, type Performance } from './animate-face.ts';
