import { AFRICAN } from '../origins.ts';
import type { Recipe } from '../recipe.ts';
import { restingExpression } from '../resting-expression.ts';

export const AMARA: Recipe = {
  id: 'amara',
  build: { gender: 0, age: 33, origin: AFRICAN, muscle: 0.5, weight: 0.48, height: 0.5 },
  details: {
    ...restingExpression({ origin: 'african', smile: 0.2, innerBrows: 0.15, outerBrows: [0.05, 0] }),
    'eyebrows/eyebrows-trans-vert-less': 0.2,
    'chin/chin-bones-in': 0.4,
    'chin/chin-triangle': 0.4,
    'eyebrows/eyebrows-angle-up': 0.45,
    'mouth/mouth-angles-up': 0.15,
    'head/head-oval': 0.7,
    'chin/chin-prominent-more': 0.25,
    'l-r/eye-size-big': 0.45,
    'l-r/cheek-bones-out': 0.3,
    'mouth/mouth-scale-horiz-incr': 0.2,
    'neck/neck-scale-horiz-more': 0.35,
    'neck/neck-scale-vert-less': 0.35,
    'neck/neck-scale-depth-more': 0.2,
    'measure/measure-shoulder-increase': 0.35,
    'asym/asym-nose-3-l': 0.2,
    'asym/asym-brown-1-r': 0.12,
    'asym/asym-jaw-3-r': 0.05,
  },
  identity: { 4: 0.8, 5: -0.5, 6: 0.8, 7: -0.6, 13: 0.5, 15: -1.1 },
  skin: { texture: 'young_african_female/textures/young_darkskinned_female_diffuse.png', cheek: [89, 56, 41] },
  eyes: { iris: [62, 36, 20] },
  lids: { upper: 0.2, lower: 0.11 },
  brows: { proxy: 'eyebrows/eyebrow010', color: [30, 24, 22] },
  lashes: { proxy: 'eyelashes/eyelashes02', strength: 0.72 },
  hair: [{ cut: 'afro', color: [44, 34, 29], gloss: 0, curls: true }],
  clothes: [
    {
      proxy: 'clothes/Rolled_neck_blouse',
      texture: 'Wool_02_UV_H_CM_1.jpg',
      color: [130, 74, 40],
      contrast: 0.75,
      repeat: 2,
    },
  ],
};
