import type { Recipe } from '../recipe.ts';
import { restingExpression } from '../resting-expression.ts';

export const JAMAL: Recipe = {
  id: 'jamal',
  build: {
    gender: 1,
    age: 44,
    origin: { african: 0.9, asian: 0, caucasian: 0.1 },
    muscle: 0.68,
    weight: 0.62,
    height: 0.6,
  },
  details: {
    ...restingExpression({ origin: 'african', smile: 0.17, innerBrows: 0.16, outerBrows: [0.02, 0.16] }),
    'chin/chin-bones-out': 0.2,
    'eyebrows/eyebrows-angle-up': 0.5,
    'mouth/mouth-angles-up': 0.2,
    'head/head-square': 0.4,
    'chin/chin-width-max': 0.4,
    'nose/nose-nostril-width-max': 0.2,
    'forehead/forehead-scale-vert-more': 0.2,
    'neck/neck-scale-horiz-more': 0.3,
    'asym/asym-nose-3-r': 0.25,
    'asym/asym-brown-1-l': 0.2,
    'asym/asym-jaw-3-l': 0.05,
  },
  identity: { 3: -0.5, 6: -0.9, 7: -0.9, 14: 0.9, 21: 0.6, 23: 1.1 },
  // With a higher value, his upper teeth would poke through the inside of the lower lip in f and v sounds.
  lipForm: 0.3,
  skin: {
    texture: 'middleage_african_male/textures/middleage_darkskinned_male_diffuse.png',
    cheek: [99, 65, 47],
  },
  eyes: { iris: [46, 28, 16] },
  lids: { upper: 0.25, lower: 0.1 },
  brows: { proxy: 'eyebrows/eyebrow008', color: [22, 18, 17] },
  lashes: { proxy: 'eyelashes/Eyelashes01', strength: 0.42 },
  hair: [{ cut: 'buzz', color: [26, 22, 20], gloss: 0, curls: true }],
  clothes: [
    {
      proxy: 'clothes/male_casualsuit06',
      texture: 'male_casualsuit06_diffuse.png',
      relief: 'male_casualsuit06_normal.png',
      color: [72, 79, 60],
      contrast: 0.05,
    },
  ],
};
