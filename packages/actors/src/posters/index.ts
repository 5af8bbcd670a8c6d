export { renderPoster } from './posters.ts';
