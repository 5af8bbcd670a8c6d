export { RECIPES } from './recipes.ts';
