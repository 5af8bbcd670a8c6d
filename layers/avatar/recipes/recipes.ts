import type { Recipe } from '../human/index.ts';

/** The actors, by their ids. */
export const RECIPES: readonly Recipe[] = [
  {
    id: 'amara',
    build: {
      gender: 0,
      age: 32,
      origin: { african: 1, asian: 0, caucasian: 0 },
      muscle: 0.5,
      weight: 0.5,
      height: 0.5,
    },
    details: { 'head/head-oval': 0.5 },
    skin: { texture: 'young_african_female/textures/young_darkskinned_female_diffuse.png' },
    eyes: { texture: 'brown_eye.png' },
    brows: { proxy: 'eyebrows/eyebrow001', tint: [40, 30, 28] },
    lashes: { proxy: 'eyelashes/eyelashes02' },
    hair: { proxy: 'hair/afro01', texture: 'afro_diffuse.png', tint: [255, 255, 255] },
    clothes: [{ proxy: 'clothes/female_elegantsuit01', texture: 'female_elegantsuit01_diffuse.png' }],
  },
  {
    id: 'bruno',
    build: {
      gender: 1,
      age: 54,
      origin: { african: 0, asian: 0, caucasian: 1 },
      muscle: 0.5,
      weight: 0.6,
      height: 0.5,
    },
    details: { 'head/head-square': 0.4 },
    skin: { texture: 'middleage_caucasian_male/textures/middleage_lightskinned_male_diffuse.png' },
    eyes: { texture: 'brown_eye.png' },
    brows: { proxy: 'eyebrows/eyebrow006', tint: [70, 60, 55] },
    lashes: { proxy: 'eyelashes/eyelashes02' },
    hair: { proxy: 'hair/short02', texture: 'short02_diffuse.png', tint: [200, 200, 205] },
    clothes: [{ proxy: 'clothes/male_elegantsuit01', texture: 'male_elegantsuit01_diffuse.png' }],
  },
];
