import { CAUCASIAN } from '../origins.ts';
import type { Recipe } from '../recipe.ts';
import { restingExpression } from '../resting-expression.ts';

export const DMITRI: Recipe = {
  id: 'dmitri',
  build: { gender: 1, age: 66, origin: CAUCASIAN, muscle: 0.5, weight: 0.56, height: 0.6 },
  details: {
    ...restingExpression({ origin: 'caucasian', smile: 0.22, innerBrows: 0.28, outerBrows: [0.05, 0.1] }),
    'eyebrows/eyebrows-trans-vert-more': 0.4,
    'l-r/cheek-inner-deflate': 0.4,
    'chin/chin-height-max': 0.3,
    'eyebrows/eyebrows-angle-up': 0.1,
    'head/head-rectangular': 0.2,
    'head/head-oval': 0.4,
    'head/head-age-more': 0.4,
    'nose/nose-scale-vert-incr': 0.3,
    'nose/nose-point-down': 0.3,
    'l-r/eye-bag-max': 0.4,
    'l-r/cheek-volume-deflate': 0.4,
    'chin/chin-jaw-drop-more': 0.3,
    'asym/asym-nose-1-l': 0.3,
    'asym/asym-brown-1-l': 0.1,
    'asym/asym-jaw-3-r': 0.05,
  },
  identity: { 5: -1.0, 6: -1.1, 12: 0.5, 13: -1.0, 16: 0.7, 17: 0.9 },
  skin: { texture: 'old_caucasian_male/textures/old_lightskinned_male_diffuse.png', cheek: [194, 148, 124] },
  eyes: { iris: [104, 128, 140] },
  lids: { upper: 0.28, lower: 0.09 },
  brows: { proxy: 'eyebrows/eyebrow012', color: [170, 165, 160] },
  lashes: { proxy: 'eyelashes/Eyelashes01', strength: 0.42 },
  hair: [
    { cut: 'rim', color: [184, 181, 177], gloss: 0.1 },
    { cut: 'longBeard', color: [182, 179, 175], gloss: 0.1, beard: true },
  ],
  clothes: [{ proxy: 'clothes/male_elegantsuit01', texture: 'male_elegantsuit01_diffuse.png' }],
};
