import type { Recipe } from '../recipe.ts';
import { restingExpression } from '../resting-expression.ts';

export const ELENA: Recipe = {
  id: 'elena',
  build: {
    gender: 0,
    age: 43,
    origin: { african: 0.1, asian: 0.2, caucasian: 0.7 },
    muscle: 0.5,
    weight: 0.55,
    height: 0.45,
  },
  details: {
    ...restingExpression({ origin: 'caucasian', smile: 0.25, innerBrows: 0.2, outerBrows: [0.05, 0.1] }),
    'eyebrows/eyebrows-trans-vert-less': 0.25,
    'chin/chin-bones-in': 0.5,
    'chin/chin-height-min': 0.1,
    'eyebrows/eyebrows-angle-up': 0.35,
    'mouth/mouth-angles-up': 0.05,
    'head/head-oval': 0.45,
    'head/head-scale-horiz-less': 0.2,
    'forehead/forehead-scale-vert-less': 0.4,
    'l-r/eye-size-big': 0.8,
    'l-r/cheek-volume-inflate': 0.1,
    'mouth/mouth-scale-horiz-incr': 0.3,
    'nose/nose-width2-max': 0.25,
    'mouth/mouth-lowerlip-volume-inflate': 0.3,
    'asym/asym-nose-3-l': 0.25,
    'asym/asym-brown-1-l': 0.18,
    'asym/asym-jaw-3-r': 0.15,
  },
  identity: { 5: 0.5, 11: -0.5, 17: -0.7, 18: -1, 21: -0.5, 23: -0.7 },
  skin: {
    texture: 'middleage_caucasian_female/textures/middleage_lightskinned_female_diffuse.png',
    cheek: [189, 142, 117],
  },
  eyes: { iris: [70, 44, 24] },
  lids: { upper: 0.22, lower: 0.12 },
  brows: { proxy: 'eyebrows/eyebrow010', colour: [44, 32, 26] },
  lashes: { proxy: 'eyelashes/eyelashes02', strength: 0.62 },
  hair: [{ cut: 'tied', colour: [50, 34, 26], gloss: 0.3 }],
  clothes: [
    {
      proxy: 'clothes/female_elegantsuit01',
      texture: 'female_elegantsuit01_diffuse.png',
      relief: 'female_elegantsuit01_normal.png',
      colour: [52, 56, 72],
      contrast: 0.02,
    },
  ],
};
