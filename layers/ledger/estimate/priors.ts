import type { Prior } from './regression.ts';

/** What tasks draw: they cost less than half of what functions cost, and take a minute to start. */
export const BY_TASKS = 'tasks';

/** Kinds of job that cost alike: what is made, whether it is spoken or found in a recording, and who draws it. */
export const KINDS = [
  'csv/text',
  'csv/recording',
  'fbx/text',
  'fbx/recording',
  'video/text',
  'video/recording',
  `video/text/${BY_TASKS}`,
  `video/recording/${BY_TASKS}`,
] as const;
export type Kind = (typeof KINDS)[number];

/** What a second of film is to draw at 1280 by 720 and 30 frames: the size that films are counted in. */
export const USUAL_DRAWING = 30;

/**
 * What a job costs, dollars, and takes, seconds, before the ledger knows better: a part for the job itself and one for each second
 * of the result, for a film of the usual size. Measured with `npm run costs` on two processors; a deployment soon learns its own.
 * What tasks draw was not measured: their price is the functions' (see the plan of a film), with three starts of a minute.
 */
export const PRIORS: Readonly<Record<Kind, { cost: Prior; took: Prior }>> = {
  'csv/text': { cost: { base: 0.0005, slope: 0.00003 }, took: { base: 2, slope: 0.05 } },
  'csv/recording': { cost: { base: 0.0005, slope: 0.000035 }, took: { base: 2.5, slope: 0.1 } },
  'fbx/text': { cost: { base: 0.0005, slope: 0.000008 }, took: { base: 2.5, slope: 0.06 } },
  'fbx/recording': { cost: { base: 0.0005, slope: 0.00002 }, took: { base: 3, slope: 0.12 } },
  'video/text': { cost: { base: 0.001, slope: 0.0005 }, took: { base: 5, slope: 1 } },
  'video/recording': { cost: { base: 0.001, slope: 0.0005 }, took: { base: 5, slope: 1.1 } },
  'video/text/tasks': { cost: { base: 0.009, slope: 0.00022 }, took: { base: 65, slope: 1.3 } },
  'video/recording/tasks': { cost: { base: 0.009, slope: 0.00022 }, took: { base: 65, slope: 1.4 } },
};

/** Characters that are said in a second at the usual speed: those of an alphabet, and those that stand for a syllable or word. */
const LETTERS = 15;
const SYLLABLES: Readonly<Record<string, number>> = { 'zh-CN': 4.5, 'ja-JP': 7, 'ko-KR': 7 };

/** Seconds that a text takes for each of its characters; what no language is named for is said like English. */
export const paceOf = (language: string): Prior => ({ base: 0.3, slope: 1 / (SYLLABLES[language] ?? LETTERS) });
