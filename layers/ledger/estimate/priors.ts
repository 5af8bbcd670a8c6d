import type { Prior } from './regression.ts';

/** Kinds of job that cost alike: what is made, and whether it is spoken or found in a recording. */
export const KINDS = [
  'csv/text',
  'csv/recording',
  'fbx/text',
  'fbx/recording',
  'video/text',
  'video/recording',
] as const;
export type Kind = (typeof KINDS)[number];

/** Pixels that a second of film has at 1280 by 720 and 30 frames: the size that films are counted in. */
export const USUAL_PIXELS = 1280 * 720 * 30;

/**
 * What a job costs, dollars, and takes, seconds, before the ledger knows better: a part for the job itself and one for each second
 * of the result, for a film of the usual size. Measured with `npm run costs` on two processors; a deployment soon learns its own.
 */
export const PRIORS: Readonly<Record<Kind, { cost: Prior; took: Prior }>> = {
  'csv/text': { cost: { base: 0.0005, slope: 0.00003 }, took: { base: 2, slope: 0.05 } },
  'csv/recording': { cost: { base: 0.0005, slope: 0.000035 }, took: { base: 2.5, slope: 0.1 } },
  'fbx/text': { cost: { base: 0.0005, slope: 0.000008 }, took: { base: 2.5, slope: 0.06 } },
  'fbx/recording': { cost: { base: 0.0005, slope: 0.00002 }, took: { base: 3, slope: 0.12 } },
  'video/text': { cost: { base: 0.001, slope: 0.0005 }, took: { base: 5, slope: 1 } },
  'video/recording': { cost: { base: 0.001, slope: 0.0005 }, took: { base: 5, slope: 1.1 } },
};

/** Characters that are said in a second at the usual speed: those of an alphabet, and those that stand for a syllable or word. */
const LETTERS = 15;
const SYLLABLES: Readonly<Record<string, number>> = { 'zh-CN': 4.5, 'ja-JP': 7, 'ko-KR': 7 };

/** Seconds that a text takes for each of its characters; what no language is named for is said like English. */
export const paceOf = (language: string): Prior => ({ base: 0.3, slope: 1 / (SYLLABLES[language] ?? LETTERS) });
