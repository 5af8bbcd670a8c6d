import type { Language, Sex } from '@talking-avatar/contract';
import { espeakVoice } from '../engines/embedded/voices.ts';
import { type Audio, type Speech, type SpeechEngine, SpeechError } from '../speech.ts';
import { BACKGROUND_TEXTS } from './background-texts.ts';
import { measureCohortCost } from './cohort.ts';
import type { Edit } from './edits.ts';
import { matchSpeech, type SpeechMatch } from './matching.ts';
import { transferTimeline } from './transfer.ts';
import { validateLongRecording, validateShortRecording } from './validation.ts';
import { warnOfOtherSounds } from './warnings.ts';

/** Maximum length of a recording that is validated as a whole, in seconds. Longer ones are validated passage by passage. */
const LONGEST_SHORT_RECORDING = 6;
/** Tempo of the fastest speakers relative to the engine's 175 words per minute, and the divisor for the slowest speakers. */
const FASTEST_TEMPO = 2.5;
export const SLOWEST_TEMPO = 4;

export type Reference = Pick<Speech, 'audio' | 'timeline'>;

/** An alignment that passed validation. `remarks` are warnings that don't call the text into question. */
export type AcceptedAlignment = Pick<Speech, 'timeline' | 'warnings'> & {
  cost: number;
  remarks: string[];
  match: SpeechMatch;
  /** Finds speech that is not in the text, and words that are not spoken. */
  findEdits: (hasMismatch: boolean) => Edit[];
};

/** Speaks other text with the reference voice, at `speed` times the usual tempo. */
export type SpeakBackground = (speed: number) => Promise<Audio>;

export interface AlignmentContext {
  speakBackground: SpeakBackground;
  /** Tempo of the reference, relative to the usual tempo. */
  speed: number;
  /** A likely reason for a mismatch, to include in the error message. */
  mismatchHint: string | undefined;
}

/** Checks whether a recording is validated as a whole. Both durations are in seconds. */
export const isShortRecording = (recorded: number, text: number): boolean =>
  recorded <= LONGEST_SHORT_RECORDING && text <= 2 * LONGEST_SHORT_RECORDING;

/**
 * Aligns a reference with a recording and validates the result. If part of the recording was cut off and the rest is rejected, tries the
 * whole recording.
 * @returns an error if the recording does not contain the text
 */
export async function tryAlignment(
  reference: Reference,
  audio: Audio,
  context: AlignmentContext,
  isWhole = false,
): Promise<AcceptedAlignment | SpeechError> {
  const match = matchSpeech(reference.audio, audio, isWhole);
  const result = await validateMatch(match, reference, audio, context);
  if (!match.isCut || isAcceptedWithoutWarnings(result)) return result;
  const whole = await validateMatch(matchSpeech(reference.audio, audio, true), reference, audio, context);
  return isAcceptedWithoutWarnings(whole) ? whole : result;
}

export const isAcceptedWithoutWarnings = (result: AcceptedAlignment | SpeechError): result is AcceptedAlignment =>
  !(result instanceof SpeechError) && result.warnings.length === 0;

async function validateMatch(
  match: SpeechMatch,
  reference: Reference,
  audio: Audio,
  context: AlignmentContext,
): Promise<AcceptedAlignment | SpeechError> {
  const { cost, target } = match;
  const duration = audio.samples.length / audio.sampleRate;
  const timeline = transferTimeline(reference.timeline, { ...match, duration });
  const usual = reference.timeline.duration;
  const hint = context.mismatchHint ?? explainDurationMismatch(usual, duration);
  const windows = match.scoreWindows();
  const ends = reference.timeline.words.map(({ end }) => end);
  const findEdits = (hasMismatch: boolean) => match.compareWords(ends, hasMismatch);
  try {
    const warnings = isShortRecording(match.targetSeconds, usual)
      ? validateShortRecording(
          cost,
          1 - cost / measureCohortCost(await context.speakBackground(context.speed), match.reference.frames.count, match.vtlnWarp, target),
          windows,
          timeline,
          findEdits,
          hint,
        )
      : validateLongRecording(cost, windows, timeline, findEdits, hint);
    warnings.push(...checkSpeechRate(usual, duration));
    return {
      timeline,
      cost,
      warnings,
      remarks: warnOfOtherSounds(match.otherSounds),
      match,
      findEdits,
    };
  } catch (error) {
    if (error instanceof SpeechError) return error;
    throw error;
  }
}

/** Creates a function that speaks a language's background text with the reference voice, only once for each speed. */
export function createBackgroundSpeaker(engine: SpeechEngine, language: Language, sex: Sex): SpeakBackground {
  const cache = new Map<number, Promise<Audio>>();
  const speak = async (speed: number) => {
    const text = BACKGROUND_TEXTS[language];
    return (await engine.speak({ text, language, sex, speed, voice: espeakVoice(language, sex) })).audio;
  };
  return (speed) => cache.get(speed) ?? cache.set(speed, speak(speed)).get(speed)!;
}

/** Returns a warning if the text takes far longer to speak (`usual`, in seconds) than the recording lasts (`recorded`, in seconds). */
export function checkSpeechRate(usual: number, recorded: number): string[] {
  if (usual <= recorded * FASTEST_TEMPO) return [];
  const durations = `about ${Math.round(usual)} s at the usual pace, in a recording of ${recorded.toFixed(1)} s`;
  return [`The text is too long for the recording (${durations}); check that they belong together.`];
}

/** Explains why the durations cannot match. Returns undefined if they can. */
export function explainDurationMismatch(usual: number, recorded: number): string | undefined {
  if (usual <= recorded * FASTEST_TEMPO && recorded <= usual * SLOWEST_TEMPO) return undefined;
  return `the text takes about ${usual.toFixed(1)} s to speak, but the recording lasts ${recorded.toFixed(1)} s`;
}
