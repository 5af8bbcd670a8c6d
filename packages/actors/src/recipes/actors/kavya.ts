import type { Recipe } from '../recipe.ts';
import { restingExpression } from '../resting-expression.ts';

export const KAVYA: Recipe = {
  id: 'kavya',
  build: {
    gender: 0,
    age: 27,
    origin: { african: 0.25, asian: 0.15, caucasian: 0.6 },
    muscle: 0.45,
    weight: 0.46,
    height: 0.45,
  },
  details: {
    ...restingExpression({ origin: 'caucasian', smile: 0.28, innerBrows: 0.35, outerBrows: [0.12, 0.06] }),
    'l-r/ear-wing-in': 0.8,
    'chin/chin-bones-in': 0.6,
    'chin/chin-triangle': 0.6,
    'l-r/cheek-bones-out': 0.3,
    'eyebrows/eyebrows-angle-up': 0.3,
    'mouth/mouth-angles-up': 0.1,
    'head/head-oval': 0.5,
    'l-r/eye-size-big': 0.7,
    'nose/nose-point-width-less': 0.3,
    'mouth/mouth-lowerlip-volume-inflate': 0.4,
    'chin/chin-prominent-less': 0.2,
    'eyebrows/eyebrows-trans-vert-more': 0.4,
    'asym/asym-nose-3-l': 0.2,
    'asym/asym-brown-1-r': 0.12,
    'asym/asym-jaw-3-r': 0.05,
  },
  identity: { 5: -0.9, 7: 0.8, 12: -0.8, 17: -1.1, 18: 0.6, 22: -1.0 },
  skin: {
    texture: 'young_caucasian_female/textures/young_lightskinned_female_diffuse2.png',
    cheek: [153, 109, 84],
  },
  eyes: { iris: [48, 30, 18] },
  lids: { upper: 0.2, lower: 0.12 },
  brows: { proxy: 'eyebrows/eyebrow001', color: [30, 23, 20] },
  lashes: { proxy: 'eyelashes/eyelashes02', strength: 0.68 },
  hair: [{ cut: 'parted', color: [44, 32, 27], gloss: 0.17 }],
  clothes: [{ proxy: 'clothes/F_Dress_02', texture: 'F_Dress_02.png', relief: 'F_Dress_02_NRM.png', color: [40, 98, 96] }],
};
