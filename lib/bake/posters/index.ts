export { renderPosters } from './posters.ts';
