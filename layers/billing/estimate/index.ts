export * from './estimate.ts';
export {
  createLearner,
  type Experience,
  experienceSchema,
  mergeExperience,
  NO_EXPERIENCE,
} from './experience.ts';
export type { Expectation } from './regression.ts';
