import { CAUCASIAN } from '../origins.ts';
import type { Recipe } from '../recipe.ts';
import { restingExpression } from '../resting-expression.ts';

export const BRUNO: Recipe = {
  id: 'bruno',
  build: { gender: 1, age: 54, origin: CAUCASIAN, muscle: 0.55, weight: 0.66, height: 0.5 },
  details: {
    ...restingExpression({ origin: 'caucasian', smile: 0.2, innerBrows: 0.08, outerBrows: [0.08, 0.15] }),
    'chin/chin-bones-out': 0.4,
    'chin/chin-jaw-drop-more': 0.2,
    'head/head-square': 0.5,
    'nose/nose-hump-morehump': 0.5,
    'nose/nose-volume-potato': 0.35,
    'neck/neck-double-more': 0.35,
    'mouth/mouth-laugh-lines-in': 0.5,
    'chin/chin-width-max': 0.3,
    'eyebrows/eyebrows-trans-vert-less': 0.3,
    'asym/asym-nose-1-r': 0.5,
    'asym/asym-brown-1-l': 0.2,
    'asym/asym-jaw-3-l': 0.05,
  },
  identity: { 4: -0.8, 10: -0.7, 15: -0.8, 21: 0.8, 22: -0.6, 23: -0.7 },
  skin: {
    texture: 'middleage_caucasian_male/textures/middleage_lightskinned_male_diffuse.png',
    cheek: [184, 137, 110],
  },
  eyes: { iris: [84, 56, 30] },
  lids: { upper: 0.26, lower: 0.1 },
  brows: { proxy: 'eyebrows/eyebrow009', color: [70, 62, 56] },
  lashes: { proxy: 'eyelashes/Eyelashes01', strength: 0.42 },
  hair: [
    { cut: 'swept', color: [104, 98, 93], gloss: 0.25 },
    { cut: 'mustache', color: [96, 89, 84], gloss: 0.1, beard: true },
  ],
  clothes: [
    {
      proxy: 'clothes/male_casualsuit02',
      texture: 'male_casualsuit02_diffuse.png',
      relief: 'male_casualsuit02_normal.png',
      color: [108, 120, 136],
      contrast: 0.03,
      knitted: true,
    },
  ],
};
