export { drawPosters } from './posters.ts';
