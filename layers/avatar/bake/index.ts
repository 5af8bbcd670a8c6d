export { SKIN_PIECES } from './atlas.ts';
export { bakeActor, type Paints } from './bake.ts';
export type { Opacity } from './scalp.ts';
export { maskSkin, type SkinMasks } from './skin.ts';
