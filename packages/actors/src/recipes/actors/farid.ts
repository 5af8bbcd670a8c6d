import type { Recipe } from '../recipe.ts';
import { restingExpression } from '../resting-expression.ts';

export const FARID: Recipe = {
  id: 'farid',
  build: {
    gender: 0.97,
    age: 34,
    origin: { african: 0.12, asian: 0.08, caucasian: 0.8 },
    muscle: 0.6,
    weight: 0.5,
    height: 0.5,
  },
  details: {
    ...restingExpression({ origin: 'caucasian', smile: 0.22, innerBrows: 0.2, outerBrows: [0, 0.06] }),
    'chin/chin-triangle': 0.3,
    'l-r/cheek-bones-out': 0.2,
    'eyebrows/eyebrows-angle-up': 0.3,
    'head/head-oval': 0.4,
    'nose/nose-hump-morehump': 0.6,
    'nose/nose-scale-depth-incr': 0.3,
    'eyebrows/eyebrows-trans-vert-less': 0.3,
    'l-r/eye-push1-in': 0.2,
    'asym/asym-nose-1-l': 0.4,
    'asym/asym-brown-1-l': 0.18,
    'asym/asym-jaw-3-r': 0.05,
  },
  identity: { 4: -0.9, 6: 0.7, 9: 0.5, 12: 0.7, 18: 1.0, 22: 1.0 },
  skin: { texture: 'young_caucasian_male/textures/young_lightskinned_male_diffuse.png', cheek: [176, 129, 102] },
  eyes: { iris: [58, 36, 20] },
  lids: { upper: 0.25, lower: 0.1 },
  brows: { proxy: 'eyebrows/eyebrow008', color: [26, 20, 18] },
  lashes: { proxy: 'eyelashes/Eyelashes01', strength: 0.42 },
  hair: [
    { cut: 'swept', color: [36, 28, 24], gloss: 0.13 },
    { cut: 'beard', color: [44, 34, 29], gloss: 0.2, beard: true },
  ],
  clothes: [
    {
      proxy: 'clothes/male_casualsuit04',
      texture: 'male_casualsuit04_diffuse.png',
      relief: 'male_casualsuit04_normal.png',
      color: [46, 61, 65],
      contrast: 0.03,
      knitted: true,
    },
  ],
};
