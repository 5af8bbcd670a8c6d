import { FIXED_SHARE } from '../../contract/index.ts';
import type { Drivers, Prior } from './regression.ts';

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

/** Frames of a second of a film of the usual size, 1280 by 720, which films are counted in; one that is not known to have others has these. */
const USUAL_FRAMES = 30;

/** What a second of such a film is to draw, frames of 1280 by 720. */
const USUAL_DRAWING = USUAL_FRAMES;

/** What a job costs or takes by itself, and for each second of its result. */
const line = (base: number, slope: number): Prior => [base, slope, 0];

/** The same of a film: of the seconds of one of the usual size, a part goes with its frames, the other with their pixels. */
const film = (base: number, slope: number): Prior => [base, slope * FIXED_SHARE, slope * (1 - FIXED_SHARE)];

/**
 * What there is to be made, which cost and time grow with: seconds of speech; of a film, those of the usual number of frames, and
 * those of the usual number of pixels.
 *
 * @param drawing frames of 1280 by 720 that a second is worth; 0 where nothing is drawn
 * @param frames frames of a second
 */
export function driversOf(seconds: number, drawing: number, frames = USUAL_FRAMES): Drivers {
  if (drawing === 0) return [1, seconds, 0];
  const pixels = Math.max(0, (drawing - FIXED_SHARE * frames) / (1 - FIXED_SHARE));
  return [1, (seconds * frames) / USUAL_FRAMES, (seconds * pixels) / USUAL_DRAWING];
}

/**
 * What a job costs, dollars, and takes, seconds, before the ledger knows better: a part for the job itself and one for each second
 * of the result, for a film of the usual size. Measured with `npm run costs` on two processors; a deployment soon learns its own.
 * What tasks draw was not measured: their price is the functions' (see the plan of a film), with three starts of a minute.
 */
export const PRIORS: Readonly<Record<Kind, { cost: Prior; took: Prior }>> = {
  'csv/text': { cost: line(0.0005, 0.00003), took: line(2, 0.05) },
  'csv/recording': { cost: line(0.0005, 0.000035), took: line(2.5, 0.1) },
  'fbx/text': { cost: line(0.0005, 0.000008), took: line(2.5, 0.06) },
  'fbx/recording': { cost: line(0.0005, 0.00002), took: line(3, 0.12) },
  'video/text': { cost: film(0.0006, 0.0004), took: film(2, 1) },
  'video/recording': { cost: film(0.0006, 0.0004), took: film(2.5, 1.1) },
  'video/text/tasks': { cost: film(0.009, 0.00018), took: film(65, 1.3) },
  'video/recording/tasks': { cost: film(0.009, 0.00018), took: film(65, 1.4) },
};

/** Characters that are said in a second at the usual speed: those of an alphabet, and those that stand for a syllable or word. */
const LETTERS = 15;
const SYLLABLES: Readonly<Record<string, number>> = { 'zh-CN': 4.5, 'ja-JP': 7, 'ko-KR': 7 };

/** Seconds that a text takes for each of its characters; what no language is named for is said like English. */
export const paceOf = (language: string): Prior => line(0.3, 1 / (SYLLABLES[language] ?? LETTERS));
