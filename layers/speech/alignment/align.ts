import type { Language, Sex } from '../../contract/index.ts';
import { fliteVoice, formantVoice, listVoices } from '../engines/embedded/voices.ts';
import { type Audio, type Speech, type SpeechEngine, SpeechError } from '../speech.ts';
import { guessLanguage } from '../text/guess-language.ts';
import { parseText } from '../text/parse.ts';
import { matchVoices } from './matching.ts';
import { findLapses } from './mismatches.ts';
import { type Description, describeAudio, findTime } from './speech-features.ts';
import { cutToRecording } from './spoken-part.ts';
import { findSubsequence } from './subsequence.ts';
import { transferTimeline } from './transfer.ts';
import { type Circumstances, type Heard, hear, isBrief, isSure, keepBackground } from './try-alignment.ts';
import { USUAL_COST } from './validation.ts';
import { describeBeyond, describeMissing, describeRest, describeUnheard } from './warnings.ts';

/** A recorded voice and what it says: plain text or SSML. */
export interface Recording {
  audio: Audio;
  text: string;
  language: Language;
  /** The speaker's, where it is known. */
  sex?: Sex;
}

/** A recording this many times as fast as the reference, or as slow, is compared with a reference of its own pace too. */
const STRANGE_PACE = 1.4;

/** Seconds that a recording lacks of its text, at least, to be cut: where an end has no time for it, and where nothing is sure. */
const LACK = 0.25;
const LACK_UNSURE = 0.6;

/** Seconds by which a text may seem to begin late in a recording that begins with it, and of what goes on after it, at least. */
const LEAD = 0.6;
const REST = 1;

/** How slow and fast the engine speaks without a change of its sounds. */
const PACES = { slowest: 0.5, fastest: 2 };

/** What the engine itself has said costs less than this when the same voice says it again; other words cost .60 and more. */
const SAME_VOICE_COST = 0.45;

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
  const speak: Speak = ({ speed = 1, voice = formantVoice(language, sex) }) =>
    engine.speak({ text, language, sex, speed, voice });
  const spoken = await speak({});
  if (!spoken.timeline.phones.some(({ word }) => word !== null)) {
    throw new SpeechError('Empty transcript', 'the text has no words to find in the recording', 'text');
  }
  const other = guessLanguage(parseText(text), language);
  const circumstances: Circumstances = {
    background: keepBackground(engine, language, sex),
    speed: 1,
    doubt: other && `the text seems to be ${other.name}`,
  };
  const whole = await hear(spoken, audio, circumstances);
  const second = isSure(whole) ? undefined : await lookAgain(whole, spoken, audio, speak, language, circumstances);
  const result = second ?? whole;
  if (result instanceof SpeechError) throw result;
  const { timeline, cost, warnings, remarks } = second ?? (await settleEnds(result, spoken, audio, circumstances));
  return { audio, timeline, cost, warnings: [...spoken.warnings, ...warnings, ...remarks] };
}

/** Speaks the text in some voice at some speed. */
type Speak = (manner: { speed?: number; voice?: string }) => Promise<Speech>;

/**
 * Looks whether a recording that does not fit says its text after all: at another pace, in another voice of the engine, or without
 * its beginning or end.
 */
async function lookAgain(
  whole: Heard | SpeechError,
  spoken: Speech,
  audio: Audio,
  speak: Speak,
  language: Language,
  circumstances: Circumstances,
): Promise<Heard | undefined> {
  if (isBrief(audio.samples.length / audio.sampleRate, spoken.timeline.duration)) {
    const heard = await hearItself(audio, speak, language);
    if (heard) return heard;
  }
  const [reference, recording] = [describeAudio(spoken.audio), describeAudio(audio)];
  const found: Heard[] = [];
  const pace = reference.frames.count / recording.frames.count;
  if (pace >= STRANGE_PACE || pace <= 1 / STRANGE_PACE) {
    // The slopes of its sounds are those of the reference then.
    const speed = Math.max(PACES.slowest, Math.min(PACES.fastest, pace));
    const heard = await hear(await speak({ speed }), audio, { ...circumstances, speed });
    // Drawn out, words cover speech that the text does not have.
    const most = whole instanceof SpeechError ? Number.POSITIVE_INFINITY : whole.cost;
    if (isSure(heard) && heard.cost <= most && !heard.match.isHasty()) found.push(heard);
  }
  const part = cutToRecording(spoken, reference, recording.frames, LACK_UNSURE);
  const heard = part && (await hear(part, audio, circumstances));
  // The part was chosen because it fits: music can sound like a few of many words.
  if (heard && isSure(heard) && heard.cost <= USUAL_COST) {
    found.push({ ...heard, warnings: describeMissing(part.missing, heard.timeline, heard.cost) });
  }
  if (found.length === 0 && whole instanceof SpeechError) {
    const beginning = await hearBeginning(spoken, reference, recording, audio, circumstances);
    if (beginning) return beginning;
  }
  return found.sort((one, other) => one.cost - other.cost)[0];
}

/** Looks whether a recording says its text at its beginning and goes on after it. */
async function hearBeginning(
  spoken: Speech,
  reference: Description,
  recording: Description,
  audio: Audio,
  circumstances: Circumstances,
): Promise<Heard | undefined> {
  const { samples, sampleRate } = audio;
  const duration = samples.length / sampleRate;
  const stretch = findSubsequence(recording.frames, reference.frames);
  if (!stretch) return undefined;
  const end = findTime(recording, stretch.last);
  if (findTime(recording, stretch.first) - findTime(recording, 0) > LEAD || duration - end < REST) return undefined;
  const beginning = { samples: samples.subarray(0, Math.round(end * sampleRate)), sampleRate };
  const heard = await hear(spoken, beginning, circumstances);
  // The stretch was chosen because it fits.
  if (!isSure(heard) || heard.cost > USUAL_COST || heard.match.isCut) return undefined;
  return { ...heard, timeline: { ...heard.timeline, duration }, warnings: [describeRest(end, duration, heard.cost)] };
}

/** Leaves out the words at the ends of a text for which the recording has no time, where the rest of it fits. */
async function settleEnds(whole: Heard, spoken: Speech, audio: Audio, circumstances: Circumstances): Promise<Heard> {
  const { reference, heard, isHasty, isCut } = whole.match;
  const part = isHasty() ? cutToRecording(spoken, reference, heard, LACK) : undefined;
  if (!part) return whole;
  if (isCut) {
    // What was left out of the recording as no speech of the text may be the words that it seems to lack.
    const uncut = await hear(spoken, audio, circumstances, true);
    if (isSure(uncut) && !uncut.match.isHasty()) return uncut;
  }
  const rest = await hear(part, audio, circumstances);
  if (isSure(rest)) return { ...rest, warnings: describeMissing(part.missing, rest.timeline, rest.cost) };
  return isSure(whole) ? { ...whole, warnings: [describeUnheard(part.missing, whole.cost)] } : whole;
}

/** Looks whether one of the engine's recorded voices has said the text; those that model formants are like the reference. */
async function hearItself(audio: Audio, speak: Speak, language: Language): Promise<Heard | undefined> {
  const duration = audio.samples.length / audio.sampleRate;
  for (const { name } of listVoices(language)) {
    if (!fliteVoice(name)) continue;
    const own = await speak({ voice: name });
    const match = matchVoices(own.audio, audio);
    const pace = match.reference.frames.count / match.heard.count;
    if (match.cost >= SAME_VOICE_COST || pace >= STRANGE_PACE || pace <= 1 / STRANGE_PACE) continue;
    if (match.isHasty() || findLapses(match.weigh()).length > 0) continue;
    const timeline = transferTimeline(own.timeline, { ...match, duration });
    return { timeline, cost: match.cost, warnings: [], remarks: describeBeyond(match.beyond), match };
  }
  return undefined;
}
