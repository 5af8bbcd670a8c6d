import { CAUCASIAN } from '../origins.ts';
import type { Recipe } from '../recipe.ts';
import { restingExpression } from '../resting-expression.ts';

export const GRACE: Recipe = {
  id: 'grace',
  build: { gender: 0, age: 64, origin: CAUCASIAN, muscle: 0.4, weight: 0.5, height: 0.45 },
  details: {
    ...restingExpression({ origin: 'caucasian', smile: 0.24, innerBrows: 0.2, outerBrows: [0.2, 0.12] }),
    'eyebrows/eyebrows-angle-up': 0.15,
    'chin/chin-bones-in': 0.7,
    'chin/chin-width-min': 0.4,
    'l-r/cheek-volume-deflate': 0.3,
    'mouth/mouth-angles-up': 0.1,
    'eyebrows/eyebrows-trans-vert-more': 0.3,
    'head/head-oval': 0.3,
    'head/head-age-more': 0.2,
    'mouth/mouth-laugh-lines-in': 0.5,
    'neck/neck-double-more': 0.25,
    'l-r/eye-eyefold-down': 0.1,
    'nose/nose-point-width-less': 0.3,
    'mouth/mouth-upperlip-volume-deflate': 0.3,
    'asym/asym-nose-3-r': 0.3,
    'asym/asym-brown-1-r': 0.2,
    'asym/asym-jaw-3-l': 0.05,
  },
  identity: { 7: -0.6, 10: -0.9, 11: -0.8, 14: -0.7, 15: -0.6, 16: 0.9 },
  skin: { texture: 'old_caucasian_female/textures/old_lightskinned_female_diffuse.png', cheek: [196, 151, 128] },
  eyes: { iris: [84, 104, 98] },
  lids: { upper: 0.26, lower: 0.11 },
  brows: { proxy: 'eyebrows/eyebrow004', color: [126, 118, 111] },
  lashes: { proxy: 'eyelashes/Eyelashes01', strength: 0.42 },
  hair: [{ cut: 'crop', color: [150, 145, 140], gloss: 0.2 }],
  clothes: [
    {
      proxy: 'clothes/female_casualsuit01',
      texture: 'female_casualsuit01_diffuse.png',
      relief: 'female_casualsuit01_normal.png',
      color: [98, 108, 132],
      contrast: 0.03,
      knitted: true,
    },
  ],
};
