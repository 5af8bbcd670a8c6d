import { FIXED_FRAME_SHARE, type OutputType } from '@talking-avatar/contract';
import { RECORDING_ENGINE } from '#aws/usage';

/** Suffix of the kinds that ECS tasks render. Tasks cost less than half as much as functions but take a minute to start. */
const BY_TASKS = 'tasks';

type Source = 'text' | typeof RECORDING_ENGINE;

/** Kinds of jobs with similar costs: output, source of the speech, and whether tasks render it. */
export type Kind = `${OutputType}/${Source}` | `video/${Source}/${typeof BY_TASKS}`;

export const isKind = (name: string): name is Kind => Object.hasOwn(PRIORS, name);

/** A job's kind; see `isKind`. */
export const kindOf = (output: string, isRecording: boolean, byTasks: boolean): string =>
  `${output}/${isRecording ? RECORDING_ENGINE : 'text'}${byTasks ? `/${BY_TASKS}` : ''}`;

/** Quantities that cost and time are proportional to. For a video: seconds at 30 frames per second, and seconds at 1280 × 720. */
export type Drivers = readonly [job: number, seconds: number, pixels: number];

/** Cost (dollars) or time (s) for each driver. */
export type Prior = Drivers;

export const expectedBy = (prior: Prior, drivers: Drivers): number => prior[0] * drivers[0] + prior[1] * drivers[1] + prior[2] * drivers[2];

/** Frames per second of the standard video of 1280 × 720. */
const STANDARD_FPS = 30;

/** @param base for each job @param slope for each second of the result */
const line = (base: number, slope: number): Prior => [base, slope, 0];

/** Like `line`, for a standard video: part of the slope depends on the number of frames, and the rest on their pixels. */
const video = (base: number, slope: number): Prior => [base, slope * FIXED_FRAME_SHARE, slope * (1 - FIXED_FRAME_SHARE)];

/**
 * @param seconds duration of the result, in s
 * @param workPerSecond work required to render one second, in frames of 1280 × 720; 0 for other outputs
 */
export function driversOf(seconds: number, workPerSecond: number, fps: number): Drivers {
  if (workPerSecond === 0) return [1, seconds, 0];
  const pixels = Math.max(0, (workPerSecond - FIXED_FRAME_SHARE * fps) / (1 - FIXED_FRAME_SHARE));
  return [1, (seconds * fps) / STANDARD_FPS, (seconds * pixels) / STANDARD_FPS];
}

/**
 * Cost (dollars) and time (s) of a job before any measurement. CSV and FBX: linear fits of jobs of 4 to 55 s, measured with `npm run
 * estimates` on two processors. GLB: cost from ledger rows of jobs of 1.6 to 60 s, time of an FBX plus half a second. Videos: measured with
 * `npm run costs`. Tasks: derived from functions rather than measured, plus three one-minute starts. Once a deployment has measured its own
 * jobs, only the ratio of base to slope matters.
 */
export const PRIORS: Readonly<Record<Kind, { cost: Prior; took: Prior }>> = {
  'csv/text': { cost: line(0.0004, 0.00003), took: line(2, 0.05) },
  'csv/recording': { cost: line(0.0005, 0.000035), took: line(2.5, 0.1) },
  'fbx/text': { cost: line(0.0007, 0.000004), took: line(2.5, 0.06) },
  'fbx/recording': { cost: line(0.0008, 0.00001), took: line(3, 0.12) },
  'glb/text': { cost: line(0.0009, 0.0000085), took: line(3, 0.06) },
  'glb/recording': { cost: line(0.00095, 0.000004), took: line(3.5, 0.12) },
  'video/text': { cost: video(0.0006, 0.0004), took: video(2, 1) },
  'video/recording': { cost: video(0.0006, 0.0004), took: video(2.5, 1.1) },
  'video/text/tasks': { cost: video(0.009, 0.00018), took: video(65, 1.3) },
  'video/recording/tasks': { cost: video(0.009, 0.00018), took: video(65, 1.4) },
};

/** Characters per second in normal speech: alphabetic letters, and characters that represent syllables or words. */
const LETTERS = 15;
const SYLLABLES: Readonly<Record<string, number>> = { 'zh-CN': 4.5, 'ja-JP': 7, 'ko-KR': 7 };

/** Speech duration per character of text. Languages without an entry are treated like English. */
export const paceOf = (language: string): Prior => line(0.3, 1 / (SYLLABLES[language] ?? LETTERS));
