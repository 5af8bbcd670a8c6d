export { liveFace } from './live.ts';
