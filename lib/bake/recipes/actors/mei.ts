import { ASIAN } from '../origins.ts';
import type { Recipe } from '../recipe.ts';
import { restingExpression } from '../resting-expression.ts';

export const MEI: Recipe = {
  id: 'mei',
  build: { gender: 0, age: 34, origin: ASIAN, muscle: 0.5, weight: 0.43, height: 0.45 },
  details: {
    ...restingExpression({ origin: 'asian', smile: 0.2, innerBrows: 0.04, outerBrows: [0.2, 0.06] }),
    'l-r/ear-wing-in': 0.8,
    'chin/chin-bones-in': 0.7,
    'chin/chin-triangle': 0.4,
    'eyebrows/eyebrows-trans-vert-more': 0.25,
    'chin/chin-prominent-more': 0.15,
    'l-r/cheek-volume-deflate': 0.35,
    'l-r/cheek-bones-out': 0.2,
    'eyebrows/eyebrows-angle-up': 0.1,
    'mouth/mouth-angles-up': 0.15,
    'head/head-oval': 0.6,
    'head/head-scale-horiz-less': 0.15,
    'forehead/forehead-scale-vert-less': 0.5,
    'l-r/eye-size-big': 0.8,
    'nose/nose-scale-horiz-decr': 0.3,
    'chin/chin-width-min': 0.5,
    'nose/nose-scale-vert-decr': 0.25,
    'mouth/mouth-trans-up': 0.5,
    'asym/asym-nose-3-r': 0.2,
    'asym/asym-brown-1-l': 0.12,
    'asym/asym-jaw-3-l': 0.08,
  },
  identity: { 5: 0.3, 8: 0.5, 11: -0.4, 12: 0.9, 14: -0.6, 19: 0.7 },
  skin: { texture: 'young_asian_female/textures/young_lightskinned_female_diffuse3.png', cheek: [193, 148, 122] },
  eyes: { iris: [66, 42, 27] },
  lids: { upper: 0.22, lower: 0.14 },
  brows: { proxy: 'eyebrows/eyebrow001', colour: [42, 33, 30] },
  lashes: { proxy: 'eyelashes/eyelashes03', strength: 0.6 },
  hair: [{ cut: 'bob', colour: [34, 28, 27], gloss: 0.1 }],
  clothes: [
    {
      proxy: 'clothes/female_elegantsuit01',
      texture: 'female_elegantsuit01_diffuse.png',
      relief: 'female_elegantsuit01_normal.png',
      colour: [140, 100, 104],
      contrast: 0.02,
    },
  ],
};
