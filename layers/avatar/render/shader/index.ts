import { CLOTH } from './cloth.ts';
import { EYE } from './eye.ts';
import { HAIR } from './hair.ts';
import { LIGHT } from './light.ts';
import { MOUTH } from './mouth.ts';
import { SCENE } from './scene.ts';
import { SKIN } from './skin.ts';

export { FAINTEST } from './hair.ts';
export { FRAME_FLOATS } from './scene.ts';

/**
 * The shaders. Colours are decoded from the textures with the square and encoded with the square root, which on a CPU costs a
 * fraction of sRGB's own curve; the tone curve is fitted to that. Light from everywhere is found at the vertices, the rest at each
 * pixel.
 */
export const SHADER = [SCENE, LIGHT, SKIN, MOUTH, EYE, CLOTH, HAIR].join('');
