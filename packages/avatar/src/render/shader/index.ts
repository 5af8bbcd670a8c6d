import { CLOTH } from './cloth.ts';
import { EYE } from './eye.ts';
import { GENERIC } from './generic.ts';
import { HAIR } from './hair.ts';
import { LIGHT } from './light.ts';
import { MOUTH } from './mouth.ts';
import { SCENE } from './scene.ts';
import { SKIN } from './skin.ts';

export { MIN_STRAND_ALPHA } from './hair.ts';
export { FRAME_FLOATS } from './scene.ts';

/**
 * All shaders. Colors are decoded with the square and encoded with the square root, which on a CPU costs a fraction of
 * the exact sRGB curve; the tone curve is fitted to that. Ambient light is computed per vertex, the rest per pixel.
 */
export const SHADER = [SCENE, LIGHT, SKIN, MOUTH, EYE, CLOTH, HAIR, GENERIC].join('');
