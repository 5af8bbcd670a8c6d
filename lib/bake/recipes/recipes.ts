import type { Recipe, Targets } from '../makehuman/index.ts';

const AFRICAN = { african: 1, asian: 0, caucasian: 0 };
const ASIAN = { african: 0, asian: 1, caucasian: 0 };
const CAUCASIAN = { african: 0, asian: 0, caucasian: 1 };

/** Resting expression, as weights of MakeHuman's expression units; those of brows and lids apply to both sides. */
interface RestingExpression {
  origin: 'african' | 'asian' | 'caucasian';
  /** Corners of the mouth up. */
  smile: number;
  /** Inner ends of the brows up. */
  brows: number;
  /** Lids lowered. */
  lids: number;
}

/**
 * Returns the targets of a friendly, attentive resting expression, which is the actor's neutral pose: without it,
 * regular features look stern.
 */
const restingExpression = ({ origin, smile, brows, lids }: RestingExpression): Targets => {
  const unit = (name: string): string => `expression/units/${origin}/${name}`;
  return {
    [unit('mouth-corner-puller')]: smile,
    [unit('eyebrows-left-inner-up')]: brows,
    [unit('eyebrows-right-inner-up')]: brows,
    [unit('eye-left-closure')]: lids,
    [unit('eye-right-closure')]: lids,
  };
};

/** Recipes of all actors, by id. */
export const RECIPES: readonly Recipe[] = [
  {
    id: 'amara',
    build: { gender: 0, age: 33, origin: AFRICAN, muscle: 0.5, weight: 0.48, height: 0.5 },
    details: {
      ...restingExpression({ origin: 'african', smile: 0.24, brows: 0.2, lids: 0.1 }),
      'eyebrows/eyebrows-angle-up': 0.8,
      'mouth/mouth-angles-up': 0.35,
      'head/head-oval': 0.7,
      'chin/chin-prominent-more': 0.25,
      'l-r/eye-size-big': 0.45,
      'l-r/cheek-bones-out': 0.3,
      'mouth/mouth-scale-horiz-incr': 0.2,
    },
    identity: { 4: 0.8, 5: -0.5, 6: 0.8, 7: -0.6, 13: 0.5, 15: -1.1 },
    skin: { texture: 'young_african_female/textures/young_darkskinned_female_diffuse.png', cheek: [89, 56, 41] },
    eyes: { iris: [62, 36, 20] },
    brows: { proxy: 'eyebrows/eyebrow010', colour: [30, 24, 22] },
    lashes: { proxy: 'eyelashes/eyelashes02', strength: 0.72 },
    hair: [{ cut: 'afro', colour: [44, 34, 29], gloss: 0, curls: true }],
    clothes: [{ proxy: 'clothes/Rolled_neck_blouse', texture: 'Wool_02_UV_H_CM_1.jpg', colour: [150, 74, 30] }],
  },
  {
    id: 'bruno',
    build: { gender: 1, age: 54, origin: CAUCASIAN, muscle: 0.55, weight: 0.66, height: 0.5 },
    details: {
      ...restingExpression({ origin: 'caucasian', smile: 0.32, brows: 0.3, lids: 0 }),
      'eyebrows/eyebrows-angle-up': 0.3,
      'head/head-square': 0.5,
      'nose/nose-hump-morehump': 0.5,
      'nose/nose-volume-potato': 0.35,
      'neck/neck-double-more': 0.35,
      'mouth/mouth-laugh-lines-in': 0.5,
      'chin/chin-width-max': 0.3,
      'eyebrows/eyebrows-trans-vert-less': 0.3,
    },
    identity: { 4: -0.8, 10: -0.7, 15: -0.8, 21: 0.8, 22: -0.6, 23: -0.7 },
    skin: {
      texture: 'middleage_caucasian_male/textures/middleage_lightskinned_male_diffuse.png',
      cheek: [184, 137, 110],
    },
    eyes: { iris: [84, 56, 30] },
    brows: { proxy: 'eyebrows/eyebrow009', colour: [70, 62, 56] },
    lashes: { proxy: 'eyelashes/Eyelashes01', strength: 0.42 },
    hair: [
      { cut: 'swept', colour: [104, 98, 93], gloss: 0.25 },
      { cut: 'moustache', colour: [122, 114, 108], gloss: 0.1, beard: true },
    ],
    clothes: [{ proxy: 'clothes/male_casualsuit01', texture: 'male_casualsuit01_diffuse.png' }],
  },
  {
    id: 'chloe',
    build: { gender: 0, age: 25, origin: CAUCASIAN, muscle: 0.45, weight: 0.42, height: 0.5 },
    details: {
      ...restingExpression({ origin: 'caucasian', smile: 0.24, brows: 0.3, lids: 0.14 }),
      'eyebrows/eyebrows-angle-up': 0.75,
      'mouth/mouth-angles-up': 0.35,
      'head/head-oval': 0.7,
      'nose/nose-point-up': 0.4,
      'nose/nose-scale-vert-decr': 0.25,
      'mouth/mouth-lowerlip-volume-inflate': 0.4,
      'mouth/mouth-upperlip-volume-inflate': 0.3,
      'l-r/eye-size-big': 0.35,
      'chin/chin-width-min': 0.4,
    },
    identity: { 4: 1.0, 5: 0.9, 9: 0.7, 18: -1.0, 20: -0.5, 21: 0.8 },
    skin: {
      texture: 'young_caucasian_female/textures/young_lightskinned_female_diffuse.png',
      cheek: [199, 153, 131],
    },
    eyes: { iris: [88, 116, 138] },
    brows: { proxy: 'eyebrows/eyebrow011', colour: [138, 102, 70] },
    lashes: { proxy: 'eyelashes/eyelashes03', strength: 0.62 },
    hair: [{ cut: 'loose', colour: [158, 120, 84], gloss: 0.3 }],
    clothes: [
      {
        proxy: 'clothes/short_tail_camo_tee',
        texture: 'short_tail_camo_tee_diff.jpg',
        colour: [196, 92, 78],
      },
    ],
  },
  {
    id: 'dmitri',
    build: { gender: 1, age: 66, origin: CAUCASIAN, muscle: 0.5, weight: 0.56, height: 0.6 },
    details: {
      ...restingExpression({ origin: 'caucasian', smile: 0.36, brows: 0.4, lids: 0 }),
      'eyebrows/eyebrows-angle-up': 0.3,
      'head/head-rectangular': 0.2,
      'head/head-oval': 0.4,
      'head/head-age-more': 0.4,
      'nose/nose-scale-vert-incr': 0.3,
      'nose/nose-point-down': 0.3,
      'l-r/eye-bag-max': 0.4,
      'l-r/cheek-volume-deflate': 0.4,
      'chin/chin-jaw-drop-more': 0.3,
    },
    identity: { 5: -1.0, 6: -1.1, 12: 0.5, 13: -1.0, 16: 0.7, 17: 0.9 },
    skin: { texture: 'old_caucasian_male/textures/old_lightskinned_male_diffuse.png', cheek: [194, 148, 124] },
    eyes: { iris: [104, 128, 140] },
    brows: { proxy: 'eyebrows/eyebrow012', colour: [170, 165, 160] },
    lashes: { proxy: 'eyelashes/Eyelashes01', strength: 0.42 },
    hair: [
      { cut: 'rim', colour: [160, 157, 153], gloss: 0.1 },
      { cut: 'longBeard', colour: [182, 179, 175], gloss: 0.1, beard: true },
    ],
    clothes: [{ proxy: 'clothes/male_elegantsuit01', texture: 'male_elegantsuit01_diffuse.png' }],
  },
  {
    id: 'elena',
    build: {
      gender: 0,
      age: 43,
      origin: { african: 0.1, asian: 0.2, caucasian: 0.7 },
      muscle: 0.5,
      weight: 0.6,
      height: 0.45,
    },
    details: {
      ...restingExpression({ origin: 'caucasian', smile: 0.18, brows: 0.25, lids: 0.1 }),
      'eyebrows/eyebrows-angle-up': 0.6,
      'mouth/mouth-angles-up': 0.35,
      'head/head-round': 0.5,
      'l-r/cheek-volume-inflate': 0.4,
      'mouth/mouth-scale-horiz-incr': 0.3,
      'nose/nose-width2-max': 0.25,
      'mouth/mouth-lowerlip-volume-inflate': 0.3,
    },
    identity: { 5: 0.5, 11: -0.9, 17: -0.7, 18: -1, 21: -0.5, 23: -0.7 },
    skin: {
      texture: 'middleage_caucasian_female/textures/middleage_lightskinned_female_diffuse.png',
      cheek: [189, 142, 117],
    },
    eyes: { iris: [70, 44, 24] },
    brows: { proxy: 'eyebrows/eyebrow010', colour: [44, 32, 26] },
    lashes: { proxy: 'eyelashes/eyelashes02', strength: 0.62 },
    hair: [{ cut: 'tied', colour: [50, 34, 26], gloss: 0.3 }],
    clothes: [
      {
        proxy: 'clothes/female_elegantsuit01',
        texture: 'female_elegantsuit01_diffuse.png',
        colour: [50, 56, 84],
        contrast: 0.02,
      },
    ],
  },
  {
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
      ...restingExpression({ origin: 'caucasian', smile: 0.32, brows: 0.25, lids: 0 }),
      'eyebrows/eyebrows-angle-up': 0.35,
      'head/head-oval': 0.4,
      'nose/nose-hump-morehump': 0.6,
      'nose/nose-scale-depth-incr': 0.3,
      'eyebrows/eyebrows-trans-vert-less': 0.4,
      'l-r/eye-push1-in': 0.2,
    },
    identity: { 4: -0.9, 6: 0.7, 9: 0.5, 12: 0.7, 18: 1.0, 22: 1.0 },
    skin: { texture: 'young_caucasian_male/textures/young_lightskinned_male_diffuse.png', cheek: [176, 129, 102] },
    eyes: { iris: [58, 36, 20] },
    brows: { proxy: 'eyebrows/eyebrow008', colour: [26, 20, 18] },
    lashes: { proxy: 'eyelashes/Eyelashes01', strength: 0.42 },
    hair: [
      { cut: 'swept', colour: [36, 28, 24], gloss: 0.3 },
      { cut: 'beard', colour: [44, 34, 29], gloss: 0.2, beard: true },
    ],
    clothes: [
      {
        proxy: 'clothes/male_casualsuit03',
        texture: 'male_casualsuit03_diffuse.png',
        colour: [44, 70, 74],
        contrast: 0.04,
      },
    ],
  },
  {
    id: 'grace',
    build: { gender: 0, age: 64, origin: CAUCASIAN, muscle: 0.4, weight: 0.5, height: 0.45 },
    details: {
      ...restingExpression({ origin: 'caucasian', smile: 0.24, brows: 0.35, lids: 0.06 }),
      'eyebrows/eyebrows-angle-up': 0.5,
      'mouth/mouth-angles-up': 0.35,
      'head/head-triangular': 0.35,
      'head/head-age-more': 0.3,
      'mouth/mouth-laugh-lines-in': 0.5,
      'neck/neck-double-more': 0.25,
      'l-r/eye-eyefold-down': 0.3,
      'nose/nose-point-width-less': 0.3,
      'mouth/mouth-upperlip-volume-deflate': 0.3,
    },
    identity: { 7: -0.6, 10: -0.9, 11: -0.8, 14: -0.7, 15: -0.6, 16: 0.9 },
    skin: { texture: 'old_caucasian_female/textures/old_lightskinned_female_diffuse.png', cheek: [196, 151, 128] },
    eyes: { iris: [84, 104, 98] },
    brows: { proxy: 'eyebrows/eyebrow004', colour: [150, 138, 128] },
    lashes: { proxy: 'eyelashes/Eyelashes01', strength: 0.42 },
    hair: [{ cut: 'crop', colour: [150, 145, 140], gloss: 0.2 }],
    clothes: [{ proxy: 'clothes/Sleeveless', texture: 'sleeveless.png', colour: [92, 108, 150], contrast: 0.2 }],
  },
  {
    id: 'hiro',
    build: { gender: 0.96, age: 25, origin: ASIAN, muscle: 0.5, weight: 0.42, height: 0.5 },
    details: {
      ...restingExpression({ origin: 'asian', smile: 0.2, brows: 0, lids: 0 }),
      'eyebrows/eyebrows-angle-up': 0.75,
      'mouth/mouth-angles-up': 0.35,
      'head/head-diamond': 0.4,
      'chin/chin-width-min': 0.2,
      'nose/nose-scale-horiz-decr': 0.2,
      'l-r/cheek-bones-out': 0.3,
    },
    identity: { 4: 0.7, 7: -0.8, 13: 0.5, 15: -1.1, 17: 0.6, 19: 0.9 },
    skin: { texture: 'young_asian_male/textures/young_lightskinned_male_diffuse3.png', cheek: [182, 138, 111] },
    eyes: { iris: [52, 34, 22] },
    brows: { proxy: 'eyebrows/eyebrow009', colour: [60, 50, 46] },
    lashes: { proxy: 'eyelashes/Eyelashes01', strength: 0.42 },
    hair: [{ cut: 'fringe', colour: [36, 31, 30], gloss: 0.25 }],
    clothes: [
      {
        proxy: 'clothes/male_casualsuit05',
        texture: 'male_casualsuit05_diffuse.png',
        colour: [62, 70, 64],
        contrast: 0.3,
      },
    ],
  },
  {
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
      ...restingExpression({ origin: 'african', smile: 0.26, brows: 0.3, lids: 0.08 }),
      'eyebrows/eyebrows-angle-up': 0.6,
      'mouth/mouth-angles-up': 0.35,
      'head/head-square': 0.4,
      'chin/chin-width-max': 0.4,
      'nose/nose-nostril-width-max': 0.2,
      'forehead/forehead-scale-vert-more': 0.2,
      'neck/neck-scale-horiz-more': 0.3,
    },
    identity: { 3: -0.5, 6: -0.9, 7: -0.9, 14: 0.9, 21: 0.6, 23: 1.1 },
    skin: {
      texture: 'middleage_african_male/textures/middleage_darkskinned_male_diffuse.png',
      cheek: [99, 65, 47],
    },
    eyes: { iris: [46, 28, 16] },
    brows: { proxy: 'eyebrows/eyebrow008', colour: [22, 18, 17] },
    lashes: { proxy: 'eyelashes/Eyelashes01', strength: 0.42 },
    hair: [{ cut: 'buzz', colour: [26, 22, 20], gloss: 0, curls: true }],
    clothes: [
      {
        proxy: 'clothes/male_casualsuit06',
        texture: 'male_casualsuit06_diffuse.png',
        colour: [74, 84, 58],
        contrast: 0.05,
      },
    ],
  },
  {
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
      ...restingExpression({ origin: 'caucasian', smile: 0.26, brows: 0.4, lids: 0.1 }),
      'eyebrows/eyebrows-angle-up': 0.9,
      'mouth/mouth-angles-up': 0.35,
      'head/head-oval': 0.5,
      'l-r/eye-size-big': 0.4,
      'nose/nose-point-width-less': 0.3,
      'mouth/mouth-lowerlip-volume-inflate': 0.4,
      'chin/chin-prominent-less': 0.2,
    },
    identity: { 5: -0.9, 7: 0.8, 12: -0.8, 17: -1.1, 18: 0.6, 22: -1.0 },
    skin: {
      texture: 'young_caucasian_female/textures/young_lightskinned_female_diffuse2.png',
      cheek: [153, 109, 84],
    },
    eyes: { iris: [48, 30, 18] },
    brows: { proxy: 'eyebrows/eyebrow001', colour: [30, 23, 20] },
    lashes: { proxy: 'eyelashes/eyelashes02', strength: 0.68 },
    hair: [{ cut: 'parted', colour: [44, 32, 27], gloss: 0.25 }],
    clothes: [{ proxy: 'clothes/F_Dress_02', texture: 'F_Dress_02.png', colour: [30, 120, 112] }],
  },
  {
    id: 'mei',
    build: { gender: 0, age: 34, origin: ASIAN, muscle: 0.45, weight: 0.46, height: 0.45 },
    details: {
      ...restingExpression({ origin: 'asian', smile: 0.26, brows: 0.1, lids: 0 }),
      'eyebrows/eyebrows-angle-up': 0.5,
      'mouth/mouth-angles-up': 0.35,
      'head/head-round': 0.4,
      'mouth/mouth-scale-horiz-decr': 0.1,
      'nose/nose-scale-vert-decr': 0.1,
      'chin/chin-width-min': 0.3,
    },
    identity: { 5: 1.0, 8: 0.9, 11: -1.0, 12: 0.9, 14: -0.6, 19: 0.7 },
    skin: { texture: 'young_asian_female/textures/young_lightskinned_female_diffuse3.png', cheek: [193, 148, 122] },
    eyes: { iris: [66, 42, 27] },
    brows: { proxy: 'eyebrows/eyebrow001', colour: [42, 33, 30] },
    lashes: { proxy: 'eyelashes/eyelashes03', strength: 0.6 },
    hair: [{ cut: 'bob', colour: [34, 28, 27], gloss: 0.25 }],
    clothes: [
      {
        proxy: 'clothes/female_elegantsuit01',
        texture: 'female_elegantsuit01_diffuse.png',
        colour: [150, 96, 104],
        contrast: 0.02,
      },
    ],
  },
];
