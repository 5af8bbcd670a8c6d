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
 * All shaders. Squares and square roots stand in for the sRGB curve because they are far cheaper on a CPU, and the tone curve is fitted to
 * them. Ambient light is computed per vertex.
 */
export const SHADER = [SCENE, LIGHT, SKIN, MOUTH, EYE, CLOTH, HAIR, GENERIC].join('');
