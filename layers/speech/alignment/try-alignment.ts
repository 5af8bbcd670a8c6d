import type { Language, Sex } from '../../contract/index.ts';
import { formantVoice } from '../engines/embedded/voices.ts';
import { type Audio, type Speech, type SpeechEngine, SpeechError } from '../speech.ts';
import { BACKGROUND } from './background-texts.ts';
import { measureCohort } from './cohort.ts';
import { HOP } from './features.ts';
import { type Match, matchVoices } from './matching.ts';
import { transferTimeline } from './transfer.ts';
import { judgeBrief, judgePassages } from './validation.ts';
import { describeBeyond } from './warnings.ts';

/** Seconds of speech up to which a recording is judged as a whole: longer ones are judged by their passages. */
const BRIEF = 6;

/** The fastest talkers are about this much faster than the engine's usual tempo of 175 words a minute, and the slowest slower. */
const FASTEST_PACE = 2.5;
const SLOWEST_PACE = 4;

/** A reference for a recording: what is said in it, and when. */
export type Reference = Pick<Speech, 'audio' | 'timeline'>;

/** What is heard in a recording, and how. `remarks` are warnings that say nothing against the text. */
export type Heard = Pick<Speech, 'timeline' | 'warnings'> & { cost: number; remarks: string[]; match: Match };

/** Speaks other words of the reference's voice at a speed, a part of the usual tempo. */
export type Background = (speed: number) => Promise<Audio>;

/** What is known beside the reference, and what else speaks against the text. */
export interface Circumstances {
  background: Background;
  /** How fast the reference is spoken, as a part of the usual tempo. */
  speed: number;
  doubt: string | undefined;
}

/** Whether a recording is judged as a whole. */
export const isBrief = (heard: number, said: number): boolean => heard <= BRIEF && said <= 2 * BRIEF;

/**
 * Lays a reference on a recording, and judges whether the recording says it. Where a part of the recording was left out and what
 * remains is not it, all of the recording may be.
 *
 * @param isWhole Whether nothing of the recording is left out.
 * @returns an error where it does not say the text
 */
export async function hear(
  reference: Reference,
  audio: Audio,
  circumstances: Circumstances,
  isWhole = false,
): Promise<Heard | SpeechError> {
  const match = matchVoices(reference.audio, audio, isWhole);
  const heard = await judgeMatch(match, reference, audio, circumstances);
  if (!match.isCut || isSure(heard)) return heard;
  const whole = await judgeMatch(matchVoices(reference.audio, audio, true), reference, audio, circumstances);
  return isSure(whole) ? whole : heard;
}

/** Whether nothing speaks against the text. */
export const isSure = (heard: Heard | SpeechError): heard is Heard =>
  !(heard instanceof SpeechError) && heard.warnings.length === 0;

async function judgeMatch(
  match: Match,
  reference: Reference,
  audio: Audio,
  circumstances: Circumstances,
): Promise<Heard | SpeechError> {
  const { cost, heard } = match;
  const duration = audio.samples.length / audio.sampleRate;
  const timeline = transferTimeline(reference.timeline, { ...match, duration });
  const usual = reference.timeline.duration;
  const hint = circumstances.doubt ?? explainPace(usual, duration);
  const fits = match.weigh();
  try {
    const warnings = isBrief(heard.count * HOP, usual)
      ? judgeBrief(
          cost,
          1 -
            cost /
              measureCohort(
                await circumstances.background(circumstances.speed),
                match.reference.frames.count,
                match.tract,
                heard,
              ),
          fits,
          timeline,
          hint,
        )
      : judgePassages(cost, fits, timeline, hint);
    warnings.push(...judgePace(usual, duration));
    return { timeline, cost, warnings, remarks: describeBeyond(match.beyond), match };
  } catch (error) {
    if (error instanceof SpeechError) return error;
    throw error;
  }
}

/** Other words of a language and a sex, spoken when they are first asked for and kept for each speed. */
export function keepBackground(engine: SpeechEngine, language: Language, sex: Sex): Background {
  const kept = new Map<number, Promise<Audio>>();
  const speak = async (speed: number) => {
    const text = BACKGROUND[language];
    return (await engine.speak({ text, language, sex, speed, voice: formantVoice(language, sex) })).audio;
  };
  return (speed) => kept.get(speed) ?? kept.set(speed, speak(speed)).get(speed)!;
}

/** A text that takes much longer to say than the recording lasts cannot be all in it. Seconds at the usual pace, and as recorded. */
function judgePace(usual: number, recorded: number): string[] {
  if (usual <= recorded * FASTEST_PACE) return [];
  const figures = `about ${Math.round(usual)} s at a usual pace, in a recording of ${recorded.toFixed(1)} s`;
  return [`The text is too long for the recording (${figures}); check that they belong together.`];
}

/** Why a text cannot be what a recording of so many seconds says; undefined when its length tells nothing. */
function explainPace(usual: number, recorded: number): string | undefined {
  if (usual <= recorded * FASTEST_PACE && recorded <= usual * SLOWEST_PACE) return undefined;
  return `the text takes about ${usual.toFixed(1)} s to say, and the recording lasts ${recorded.toFixed(1)} s`;
}
