import { CAUCASIAN } from '../origins.ts';
import type { Recipe } from '../recipe.ts';
import { restingExpression } from '../resting-expression.ts';

export const CHLOE: Recipe = {
  id: 'chloe',
  build: { gender: 0, age: 25, origin: CAUCASIAN, muscle: 0.45, weight: 0.42, height: 0.5 },
  details: {
    ...restingExpression({ origin: 'caucasian', smile: 0.24, innerBrows: 0.4, outerBrows: [0.1, 0] }),
    'l-r/ear-wing-in': 0.8,
    'chin/chin-triangle': 0.5,
    'chin/chin-bones-in': 0.3,
    'eyebrows/eyebrows-angle-up': 0.5,
    'mouth/mouth-angles-up': 0.15,
    'head/head-oval': 0.7,
    'nose/nose-point-up': 0.4,
    'nose/nose-scale-vert-decr': 0.25,
    'mouth/mouth-lowerlip-volume-inflate': 0.4,
    'mouth/mouth-upperlip-volume-inflate': 0.3,
    'l-r/eye-size-big': 0.65,
    'chin/chin-width-min': 0.4,
    'asym/asym-nose-3-r': 0.2,
    'asym/asym-brown-1-r': 0.1,
    'asym/asym-jaw-3-l': 0.05,
    'eyebrows/eyebrows-trans-vert-more': 0.35,
  },
  identity: { 4: 1.0, 5: 0.9, 9: 0.7, 18: -1.0, 20: -0.5, 21: 0.8 },
  skin: {
    texture: 'young_caucasian_female/textures/young_lightskinned_female_diffuse.png',
    cheek: [199, 153, 131],
  },
  eyes: { iris: [88, 116, 138] },
  lids: { upper: 0.23, lower: 0.12 },
  brows: { proxy: 'eyebrows/eyebrow010', color: [112, 86, 64] },
  lashes: { proxy: 'eyelashes/eyelashes03', strength: 0.62 },
  hair: [{ cut: 'loose', color: [158, 120, 84], gloss: 0.24 }],
  clothes: [
    {
      proxy: 'clothes/short_tail_camo_tee',
      texture: 'short_tail_camo_tee_diff.jpg',
      relief: 'short_tail_camo_tee_nrml.jpg',
      color: [150, 88, 80],
      contrast: 0.06,
    },
  ],
};
