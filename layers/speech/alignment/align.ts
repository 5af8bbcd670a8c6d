import type { Language, Sex } from '../../contract/index.ts';
import { formantVoice } from '../embedded/voices.ts';
import { type Audio, type Speech, type SpeechEngine, SpeechError } from '../speech.ts';
import { BACKGROUND } from './background.ts';
import { HOP } from './features.ts';
import { measureLikelihood } from './likelihood.ts';
import { transferTimeline } from './transfer.ts';
import { judgeFit, judgeWhole } from './verdict.ts';
import { matchVoices } from './voices.ts';

/** A recorded voice and what it says: plain text or SSML. */
export interface Recording {
  audio: Audio;
  text: string;
  language: Language;
  /** The speaker's, where it is known. */
  sex?: Sex;
}

/** Seconds of speech up to which a recording is judged as a whole: longer ones are judged by their passages. */
const BRIEF = 6;

/** The fastest talkers are about this much faster than the engine's usual tempo of 175 words a minute, and the slowest slower. */
const FASTEST_PACE = 2.5;
const SLOWEST_PACE = 4;

/**
 * Finds the times of the transcript's words and phones in a recording: the engine speaks the transcript, and its speech, whose
 * times are known, is warped onto the recording. In every language a voice that models formants is the reference: its sounds are
 * the plainest.
 *
 * @returns The recording with its timeline, and the `cost` of the warping: 0 for the same sound, 1 when nothing matches.
 * @throws SpeechError when the transcript says nothing, or the recording has no speech like it
 */
export async function alignRecording(recording: Recording, engine: SpeechEngine): Promise<Speech & { cost: number }> {
  const { audio, text, language, sex = 'male' } = recording;
  const spoken = await engine.speak({ text, language, sex, speed: 1, voice: formantVoice(language, sex) });
  if (!spoken.timeline.phones.some(({ word }) => word !== null)) {
    throw new SpeechError('Empty transcript', 'the text has no words to find in the recording', 'text');
  }
  const { cost, locate, onset, pauses, lulls, heard, weigh } = matchVoices(spoken.audio, audio);
  const duration = audio.samples.length / audio.sampleRate;
  const speakOtherwise = async () =>
    (await engine.speak({ text: BACKGROUND[language], language, sex, speed: 1, voice: formantVoice(language, sex) }))
      .audio;
  const timeline = transferTimeline(spoken.timeline, { locate, onset, pauses, lulls, duration });
  const hint = explainPace(spoken.timeline.duration, duration);
  return {
    audio,
    timeline,
    warnings: [
      ...spoken.warnings,
      ...(heard.count * HOP <= BRIEF && spoken.timeline.duration <= 2 * BRIEF
        ? judgeWhole(cost, measureLikelihood(spoken.audio, await speakOtherwise(), heard), weigh(), timeline, hint)
        : judgeFit(cost, weigh(), timeline, hint)),
      ...judgePace(spoken.timeline.duration, duration),
    ],
    cost,
  };
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
