import { ASIAN } from '../origins.ts';
import type { Recipe } from '../recipe.ts';
import { restingExpression } from '../resting-expression.ts';

export const HIRO: Recipe = {
  id: 'hiro',
  build: { gender: 1, age: 28, origin: ASIAN, muscle: 0.6, weight: 0.44, height: 0.5 },
  details: {
    ...restingExpression({ origin: 'asian', smile: 0.24, innerBrows: 0.08, outerBrows: [0.16, 0.04] }),
    'eyebrows/eyebrows-angle-down': 0.12,
    'chin/chin-bones-in': 0.3,
    'chin/chin-triangle': 0.25,
    'chin/chin-prominent-more': 0.25,
    'mouth/mouth-angles-up': 0.1,
    'head/head-diamond': 0.4,
    'head/head-rectangular': 0.25,
    'forehead/forehead-scale-vert-less': 0.3,
    'l-r/eye-size-big': 0.2,
    'nose/nose-scale-horiz-decr': 0.25,
    'l-r/cheek-bones-out': 0.3,
    'neck/neck-scale-horiz-more': 0.25,
    'neck/neck-double-less': 0.4,
    'asym/asym-nose-3-l': 0.2,
    'asym/asym-brown-1-r': 0.15,
    'asym/asym-jaw-3-r': 0.05,
  },
  identity: { 4: 0.7, 7: -0.8, 13: 0.5, 15: -1.1, 17: 0.6, 19: 0.9 },
  lipForm: 0.6,
  skin: {
    texture: 'young_asian_male/textures/young_lightskinned_male_diffuse3.png',
    cheek: [182, 138, 111],
    shaved: 0.25,
  },
  eyes: { iris: [52, 34, 22] },
  lids: { upper: 0.27, lower: 0.16 },
  brows: { proxy: 'eyebrows/eyebrow009', color: [36, 29, 26] },
  lashes: { proxy: 'eyelashes/Eyelashes01', strength: 0.42 },
  hair: [{ cut: 'sidePart', color: [36, 31, 30], gloss: 0.13 }],
  clothes: [
    {
      proxy: 'clothes/male_casualsuit02',
      texture: 'male_casualsuit02_diffuse.png',
      relief: 'male_casualsuit02_normal.png',
      color: [70, 82, 74],
      contrast: 0.03,
    },
  ],
};
