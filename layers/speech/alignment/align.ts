import type { Language, Sex } from '../../contract/index.ts';
import { formantVoice } from '../embedded/voices.ts';
import { type Audio, type Speech, type SpeechEngine, SpeechError } from '../speech.ts';
import { parseText } from '../text/parse.ts';
import { guessOther } from '../text/tongue.ts';
import { BACKGROUND } from './background.ts';
import { describeAudio } from './description.ts';
import { HOP } from './features.ts';
import { measureLikelihood } from './likelihood.ts';
import { cutToRecording } from './part.ts';
import { transferTimeline } from './transfer.ts';
import { describeBeyond, describeMissing, judgeFit, judgeWhole } from './verdict.ts';
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

/** A recording this many times as fast as the reference, or as slow, is compared with a reference of its own pace too. */
const STRANGE_PACE = 1.4;

/** How slow and fast the engine speaks without a change of its sounds. */
const PACES = { slowest: 0.5, fastest: 2 };

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
  const speakAt = (speed: number) => engine.speak({ text, language, sex, speed, voice: formantVoice(language, sex) });
  const spoken = await speakAt(1);
  if (!spoken.timeline.phones.some(({ word }) => word !== null)) {
    throw new SpeechError('Empty transcript', 'the text has no words to find in the recording', 'text');
  }
  const speakOtherwise = async () =>
    (await engine.speak({ text: BACKGROUND[language], language, sex, speed: 1, voice: formantVoice(language, sex) }))
      .audio;
  const other = guessOther(parseText(text), language);
  const doubt = other && `the text seems to be ${other.name}`;
  const hear = (said: Said) => hearText(said, audio, speakOtherwise, doubt);
  const whole = await hear(spoken).catch((error: unknown) => {
    if (error instanceof SpeechError) return error;
    throw error;
  });
  const result = isDoubtful(whole)
    ? ((await hearPaced(spoken, audio, speakAt, hear)) ?? (await hearPart(spoken, audio, hear, whole)))
    : whole;
  if (result instanceof SpeechError) throw result;
  const { timeline, cost, warnings, remarks } = result;
  return { audio, timeline, cost, warnings: [...spoken.warnings, ...warnings, ...remarks] };
}

type Said = Pick<Speech, 'audio' | 'timeline'>;

/** `remarks` are warnings that say nothing against the text. */
type Heard = Pick<Speech, 'timeline' | 'warnings'> & { cost: number; remarks: string[] };

/** @throws SpeechError when the recording does not say the text */
async function hearText(
  said: Said,
  audio: Audio,
  speakOtherwise: () => Promise<Audio>,
  doubt: string | undefined,
): Promise<Heard> {
  const { cost, locate, onset, pauses, lulls, heard, weigh, beyond } = matchVoices(said.audio, audio);
  const duration = audio.samples.length / audio.sampleRate;
  const timeline = transferTimeline(said.timeline, { locate, onset, pauses, lulls, duration });
  const hint = doubt ?? explainPace(said.timeline.duration, duration);
  const isBrief = heard.count * HOP <= BRIEF && said.timeline.duration <= 2 * BRIEF;
  const fit = isBrief
    ? judgeWhole(cost, measureLikelihood(said.audio, await speakOtherwise(), heard), weigh(), timeline, hint)
    : judgeFit(cost, weigh(), timeline, hint);
  const warnings = [...fit, ...judgePace(said.timeline.duration, duration)];
  return { timeline, cost, warnings, remarks: describeBeyond(beyond) };
}

const isDoubtful = (heard: Heard | SpeechError): boolean => heard instanceof SpeechError || heard.warnings.length > 0;

/**
 * Looks whether a recording that is much slower or faster than the reference says its text after all, when the reference is spoken
 * at its pace: the slopes of its sounds are alike then.
 *
 * @returns undefined where the pace is not so strange, or the text does not fit all the same
 */
async function hearPaced(
  spoken: Speech,
  audio: Audio,
  speakAt: (speed: number) => Promise<Speech>,
  hear: (said: Said) => Promise<Heard>,
): Promise<Heard | undefined> {
  const pace = describeAudio(spoken.audio).frames.count / describeAudio(audio).frames.count;
  if (pace < STRANGE_PACE && pace > 1 / STRANGE_PACE) return undefined;
  const paced = await speakAt(Math.max(PACES.slowest, Math.min(PACES.fastest, pace)));
  const heard = await hear(paced).catch((error: unknown) => {
    if (error instanceof SpeechError) return undefined;
    throw error;
  });
  return heard?.warnings.length === 0 ? heard : undefined;
}

/**
 * Looks whether a recording that does not say the whole text says a part of it, because its beginning or end is missing. The words
 * that it lacks are not in the timeline then.
 */
async function hearPart(
  spoken: Speech,
  audio: Audio,
  hear: (said: Said) => Promise<Heard>,
  whole: Heard | SpeechError,
): Promise<Heard | SpeechError> {
  const part = cutToRecording(spoken, audio);
  if (!part) return whole;
  const heard = await hear(part).catch((error: unknown) => {
    if (error instanceof SpeechError) return undefined;
    throw error;
  });
  if (!heard || heard.warnings.length > 0) return whole;
  return { ...heard, warnings: describeMissing(part.missing, heard.timeline, heard.cost) };
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
