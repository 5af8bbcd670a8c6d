import { RECORDING_ENGINE } from '../../aws/usage/result.ts';
import { FIXED_SHARE, type OutputType } from '../../contract/index.ts';

/** ECS tasks render videos for less than half of what functions cost, and take a minute to start. */
export const BY_TASKS = 'tasks';

type Source = 'text' | typeof RECORDING_ENGINE;

/** Kinds of job that cost alike: the output, whether it is synthesized or recorded, and who renders it. */
export type Kind = `${OutputType}/${Source}` | `video/${Source}/${typeof BY_TASKS}`;

/** Whether there is a prior for a kind. */
export const isKind = (name: string): name is Kind => Object.hasOwn(PRIORS, name);

/** The name of a job's kind; see `isKind`. */
export const kindOf = (output: string, isRecording: boolean, byTasks: boolean): string =>
  `${output}/${isRecording ? RECORDING_ENGINE : 'text'}${byTasks ? `/${BY_TASKS}` : ''}`;

/** What cost and time grow with. Of a video, seconds are counted as seconds of 30 frames, and pixels as seconds of 1280 by 720. */
export type Drivers = readonly [job: number, seconds: number, pixels: number];

/** What each driver adds to cost (dollars) or time (seconds). */
export type Prior = Drivers;

/** What a prior expects. */
export const expectedBy = (prior: Prior, drivers: Drivers): number =>
  prior[0] * drivers[0] + prior[1] * drivers[1] + prior[2] * drivers[2];

/** Frames a second of the usual video, 1280 by 720; rows without a frame rate have this one. */
const USUAL_FRAMES = 30;

/** Work of one second of the usual video. */
const USUAL_DRAWING = USUAL_FRAMES;

/** @param base of each job @param slope of each second of the result */
const line = (base: number, slope: number): Prior => [base, slope, 0];

/** The same for a video of the usual size: a part of the slope goes with the frames, the other with their pixels. */
const video = (base: number, slope: number): Prior => [base, slope * FIXED_SHARE, slope * (1 - FIXED_SHARE)];

/**
 * The drivers of a job.
 *
 * @param seconds length of the result
 * @param drawing work of a second, in frames of 1280 by 720; 0 where nothing is rendered
 * @param frames frames a second
 */
export function driversOf(seconds: number, drawing: number, frames = USUAL_FRAMES): Drivers {
  if (drawing === 0) return [1, seconds, 0];
  const pixels = Math.max(0, (drawing - FIXED_SHARE * frames) / (1 - FIXED_SHARE));
  return [1, (seconds * frames) / USUAL_FRAMES, (seconds * pixels) / USUAL_DRAWING];
}

/**
 * Cost (dollars) and time (seconds) of a job before the ledger knows better. Costs of CSV and FBX are straight lines through jobs of
 * 4 to 55 s, made with `npm run estimates` on two processors; videos were measured with `npm run costs`. Only the proportion of base
 * and slope matters once a deployment has measured its own jobs. Tasks were not measured: they have the functions' price (see the
 * plan of a video) and three starts of a minute.
 */
export const PRIORS: Readonly<Record<Kind, { cost: Prior; took: Prior }>> = {
  'csv/text': { cost: line(0.0004, 0.00003), took: line(2, 0.05) },
  'csv/recording': { cost: line(0.0005, 0.000035), took: line(2.5, 0.1) },
  'fbx/text': { cost: line(0.0007, 0.000004), took: line(2.5, 0.06) },
  'fbx/recording': { cost: line(0.0008, 0.00001), took: line(3, 0.12) },
  'video/text': { cost: video(0.0006, 0.0004), took: video(2, 1) },
  'video/recording': { cost: video(0.0006, 0.0004), took: video(2.5, 1.1) },
  'video/text/tasks': { cost: video(0.009, 0.00018), took: video(65, 1.3) },
  'video/recording/tasks': { cost: video(0.009, 0.00018), took: video(65, 1.4) },
};

/** Characters spoken in a second at the usual speed: letters of an alphabet, and characters that stand for a syllable or a word. */
const LETTERS = 15;
const SYLLABLES: Readonly<Record<string, number>> = { 'zh-CN': 4.5, 'ja-JP': 7, 'ko-KR': 7 };

/** Seconds of speech by character of the text; a language without an entry is spoken like English. */
export const paceOf = (language: string): Prior => line(0.3, 1 / (SYLLABLES[language] ?? LETTERS));
