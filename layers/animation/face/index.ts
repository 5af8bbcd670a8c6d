export { liveFace, type Performance } from './live.ts';
