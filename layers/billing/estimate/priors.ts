import type { Language, OutputType } from '@talking-avatar/contract';
import { RECORDING_ENGINE } from '#aws/usage';

/** Kinds of jobs with similar costs: output type and source of the speech. */
export type Kind = `${OutputType}/${'text' | typeof RECORDING_ENGINE}`;

export const isKind = (name: string): name is Kind => Object.hasOwn(PRIORS, name);

/** Returns the kind of a job; see `isKind`. */
export const kindOf = (output: string, isRecording: boolean): string => `${output}/${isRecording ? RECORDING_ENGINE : 'text'}`;

/** Cost (in dollars) or time (in seconds) without rendering: a base per job, and a slope per second of the result. */
export type Prior = readonly [base: number, slope: number];

export const expectedBy = ([base, slope]: Prior, seconds: number): number => base + slope * seconds;

/**
 * Cost (in dollars) and time (in seconds) expected of a job in the absence of measurements, without rendering. Includes one download by a
 * client that accepts gzip. The values are fitted to local jobs of 1 to 80 s on two CPUs. For videos, the file size is for 1280 × 720.
 */
export const PRIORS: Readonly<Record<Kind, { cost: Prior; took: Prior }>> = {
  'csv/text': { cost: [0.00035, 0.000005], took: [1.5, 0.04] },
  'csv/recording': { cost: [0.0004, 0.000008], took: [2.5, 0.1] },
  'fbx/text': { cost: [0.00077, 0.000002], took: [2, 0.03] },
  'fbx/recording': { cost: [0.0008, 0.000003], took: [2.5, 0.06] },
  'glb/text': { cost: [0.00081, 0.000002], took: [1.5, 0.03] },
  'glb/recording': { cost: [0.00083, 0.000004], took: [2, 0.06] },
  'video/text': { cost: [0.00045, 0.000013], took: [2, 0.06] },
  'video/recording': { cost: [0.0005, 0.000013], took: [2.5, 0.1] },
};

/** Characters per second at normal speed: the median for each embedded voice over the test sentences, which vary by up to a sixth. */
const PACES: Readonly<Record<Language, number>> = {
  'en-US': 15,
  'en-GB': 13,
  'es-ES': 10.5,
  'es-US': 13,
  'zh-CN': 6,
  'de-DE': 12,
  'it-IT': 11,
  'fr-FR': 14,
  'pt-PT': 12,
  'pr-BR': 12,
  ar: 8.5,
  'ja-JP': 10.5,
  'ru-RU': 15,
  'hi-IN': 12,
  'vi-VI': 19,
  'ko-KO': 6.7,
};

/** Prior for the duration of speech: a base, and a slope per character of text. */
export const paceOf = (language: string): Prior => [0.3, 1 / (PACES[language as Language] ?? PACES['en-US'])];
