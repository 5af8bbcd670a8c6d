import { type Language, LIMITS, type Sex } from '@talking-avatar/contract';
import { espeakVoice, fliteVoiceName, listVoices } from '../engines/embedded/voices.ts';
import { type Audio, type Speech, type SpeechEngine, SpeechError } from '../speech.ts';
import { guessLanguage } from '../text/guess-language.ts';
import { parseText } from '../text/parse.ts';
import { alignLongRecording } from './align-long.ts';
import { matchSpeech } from './matching.ts';
import { findMismatches } from './mismatches.ts';
import { addPausesOfRecording } from './reference-pauses.ts';
import { extractSpeechFeatures, frameToTime, type SpeechFeatures } from './speech-features.ts';
import { cutToSpokenPart } from './spoken-part.ts';
import { findSubsequence } from './subsequence.ts';
import { transferTimeline } from './transfer.ts';
import {
  type AcceptedAlignment,
  type AlignmentContext,
  createBackgroundSpeaker,
  isAcceptedWithoutWarnings,
  isShortRecording,
  tryAlignment,
} from './try-alignment.ts';
import { USUAL_COST } from './validation.ts';
import { warnOfEdits, warnOfExtraSpeech, warnOfInaudibleWords, warnOfMissingWords, warnOfOtherSounds } from './warnings.ts';

/** A recording with its transcript: plain text or SSML. */
export interface TranscribedRecording {
  audio: Audio;
  text: string;
  language: Language;
  /** Sex of the speaker, if known. */
  sex?: Sex;
}

/** Maximum length of a recording that is aligned as a whole, in seconds. Longer ones are aligned in pieces. */
const LONGEST_WHOLE = 300;
/**
 * Maximum length of a reference that is aligned as a whole, in seconds. It allows for speech at twice the usual tempo. Longer texts are
 * aligned in pieces as well.
 */
const LONGEST_WHOLE_REFERENCE = 2 * LONGEST_WHOLE;
/** Maximum length of the reference, in seconds. It allows for a recording of maximum length at twice the usual tempo. */
const LONGEST_REFERENCE = 2 * LIMITS.recordingSeconds;
/** Maximum tempo ratio between the recording and the reference. Above it, a reference at the recording's tempo is tried as well. */
const MAX_TEMPO_RATIO = 1.4;

/** Minimum length of missing text at which an end is cut off, in seconds: if that end is rushed, and if no alignment was accepted. */
const MIN_MISSING = 0.25;
const MIN_MISSING_UNSURE = 0.6;
/** Latest start of the text in a recording that begins with it, and minimum duration of the speech after it, in seconds. */
const MAX_LEAD = 0.6;
const MIN_EXTRA_SPEECH = 1;
/** Range of speeds at which the engine can speak without altering its sounds. */
const ENGINE_SPEEDS = { slowest: 0.5, fastest: 2 };
/** Maximum cost of the correct text in a recording of the engine's own voice. Other texts cost .60 or more. */
const MAX_SAME_VOICE_COST = 0.45;

/**
 * Aligns a transcript with a recording to find the times of its words and phones. The engine speaks the transcript to produce a reference
 * with known times, and the reference is aligned with the recording by dynamic time warping of MFCCs. The reference voice is always a
 * formant synthesizer, because its sounds are the clearest.
 * @param recording Audio, text, language, and the speaker's sex, if known.
 * @param engine Speaks the reference.
 * @returns The recording with its timeline, warnings about words that do not match, and the alignment's `cost`: 0 for identical speech, 1
 * if nothing matches.
 * @throws SpeechError if the transcript has no words, or the recording does not contain them
 * @example
 * ```ts
 * const audio = await decodeAudio(await readFile('voice.wav'));
 * const engine = createEmbeddedEngine();
 * const { timeline, cost, warnings } = await alignRecording({ audio, text: 'Good morning.', language: 'en-US' }, engine);
 * ```
 */
export async function alignRecording(recording: TranscribedRecording, engine: SpeechEngine): Promise<Speech & { cost: number }> {
  const { audio, text, language, sex = 'male' } = recording;
  const speak: Speak = ({ speed = 1, voice = espeakVoice(language, sex) }) =>
    engine.speak({ text, language, sex, speed, voice, maxSeconds: LONGEST_REFERENCE });
  const plain = await speak({});
  if (!plain.timeline.phones.some(({ word }) => word !== null)) {
    throw new SpeechError('Empty transcript', 'the text has no words to find in the recording', 'text');
  }
  const other = guessLanguage(parseText(text), language);
  if (audio.samples.length > LONGEST_WHOLE * audio.sampleRate || plain.timeline.duration > LONGEST_WHOLE_REFERENCE) {
    const { warnings, ...long } = alignLongRecording(plain, audio, other && `the text seems to be ${other.name}`);
    return { audio, ...long, warnings: [...plain.warnings, ...warnings] };
  }
  const spoken = addPausesOfRecording(plain, audio);
  const context: AlignmentContext = {
    speakBackground: createBackgroundSpeaker(engine, language, sex),
    speed: 1,
    mismatchHint: other && `the text seems to be ${other.name}`,
  };
  const whole = await tryAlignment(spoken, audio, context);
  const second = isAcceptedWithoutWarnings(whole) ? undefined : await retryAlignment(whole, spoken, audio, speak, language, context);
  const result = second ?? whole;
  if (result instanceof SpeechError) throw result;
  const likely = second ?? (await dropUnspokenEnds(result, spoken, audio, context));
  const aligned = spoken === plain ? likely : await preferWithoutPauses(likely, plain, audio, context);
  const { timeline, cost, warnings, remarks } = aligned;
  const edits = warnings.length === 0 ? warnOfEdits(aligned.findEdits(false), timeline) : [];
  return { audio, timeline, cost, warnings: [...spoken.warnings, ...warnings, ...edits, ...remarks] };
}

type Speak = (options: { speed?: number; voice?: string }) => Promise<Speech>;

/** Retries a failed alignment at another tempo, with the engine's other voices, or without the beginning or end of the text. */
async function retryAlignment(
  whole: AcceptedAlignment | SpeechError,
  spoken: Speech,
  audio: Audio,
  speak: Speak,
  language: Language,
  context: AlignmentContext,
): Promise<AcceptedAlignment | undefined> {
  if (isShortRecording(audio.samples.length / audio.sampleRate, spoken.timeline.duration)) {
    const aligned = await alignWithRecordedVoices(audio, speak, language);
    if (aligned) return aligned;
  }
  const [reference, recording] = [extractSpeechFeatures(spoken.audio), extractSpeechFeatures(audio)];
  const found: AcceptedAlignment[] = [];
  const tempo = reference.frames.count / recording.frames.count;
  if (tempo >= MAX_TEMPO_RATIO || tempo <= 1 / MAX_TEMPO_RATIO) {
    // Matching the tempo also matches the deltas of the features.
    const speed = Math.max(ENGINE_SPEEDS.slowest, Math.min(ENGINE_SPEEDS.fastest, tempo));
    const aligned = await tryAlignment(await speak({ speed }), audio, { ...context, speed });
    // The cost must not rise, because a slow reference can cover speech that is not in the text.
    const maxCost = whole instanceof SpeechError ? Number.POSITIVE_INFINITY : whole.cost;
    if (isAcceptedWithoutWarnings(aligned) && aligned.cost <= maxCost && !aligned.match.hasRushedEnd()) found.push(aligned);
  }
  const part = cutToSpokenPart(spoken, reference, recording.frames, MIN_MISSING_UNSURE);
  const aligned = part && (await tryAlignment(part, audio, context));
  // The limit is stricter because this part was chosen for how well it matches. Even music can resemble a few words out of many.
  if (aligned && isAcceptedWithoutWarnings(aligned) && aligned.cost <= USUAL_COST) {
    found.push({ ...aligned, warnings: warnOfMissingWords(part.missing, aligned.timeline, aligned.cost) });
  }
  if (found.length === 0 && whole instanceof SpeechError) {
    const beginning = await alignBeginning(spoken, reference, recording, audio, context);
    if (beginning) return beginning;
  }
  return found.sort((one, other) => one.cost - other.cost)[0];
}

/** Checks whether a recording begins with its text and continues with other speech. */
async function alignBeginning(
  spoken: Speech,
  reference: SpeechFeatures,
  recording: SpeechFeatures,
  audio: Audio,
  context: AlignmentContext,
): Promise<AcceptedAlignment | undefined> {
  const { samples, sampleRate } = audio;
  const duration = samples.length / sampleRate;
  const stretch = findSubsequence(recording.frames, reference.frames);
  if (!stretch) return undefined;
  const end = frameToTime(recording, stretch.last);
  if (frameToTime(recording, stretch.first) - frameToTime(recording, 0) > MAX_LEAD || duration - end < MIN_EXTRA_SPEECH) return undefined;
  const beginning = { samples: samples.subarray(0, Math.round(end * sampleRate)), sampleRate };
  const aligned = await tryAlignment(spoken, beginning, context);
  if (!isAcceptedWithoutWarnings(aligned) || aligned.cost > USUAL_COST || aligned.match.isCut) return undefined;
  return {
    ...aligned,
    timeline: { ...aligned.timeline, duration },
    warnings: [warnOfExtraSpeech(end, duration, aligned.cost)],
  };
}

/** Uses the alignment without the recording's pauses if it is the only one that matches the whole text. */
async function preferWithoutPauses(
  aligned: AcceptedAlignment,
  plain: Speech,
  audio: Audio,
  context: AlignmentContext,
): Promise<AcceptedAlignment> {
  if (aligned.warnings.length === 0) return aligned;
  const without = await tryAlignment(plain, audio, context);
  return isAcceptedWithoutWarnings(without) && !without.match.hasRushedEnd() ? without : aligned;
}

async function dropUnspokenEnds(
  whole: AcceptedAlignment,
  spoken: Speech,
  audio: Audio,
  context: AlignmentContext,
): Promise<AcceptedAlignment> {
  const { reference, target, hasRushedEnd, isCut } = whole.match;
  const part = hasRushedEnd() ? cutToSpokenPart(spoken, reference, target, MIN_MISSING) : undefined;
  if (!part) return whole;
  if (isCut) {
    // Sounds that were cut off because they didn't match the text may be the missing words.
    const uncut = await tryAlignment(spoken, audio, context, true);
    if (isAcceptedWithoutWarnings(uncut) && !uncut.match.hasRushedEnd()) return uncut;
  }
  const rest = await tryAlignment(part, audio, context);
  if (isAcceptedWithoutWarnings(rest)) return { ...rest, warnings: warnOfMissingWords(part.missing, rest.timeline, rest.cost) };
  return isAcceptedWithoutWarnings(whole) ? { ...whole, warnings: [warnOfInaudibleWords(part.missing, whole.cost)] } : whole;
}

/** Tries the engine's non-formant voices as the reference, in case the recording was made with one of them. */
async function alignWithRecordedVoices(audio: Audio, speak: Speak, language: Language): Promise<AcceptedAlignment | undefined> {
  const duration = audio.samples.length / audio.sampleRate;
  for (const { name } of listVoices(language)) {
    if (!fliteVoiceName(name)) continue;
    const own = await speak({ voice: name });
    const match = matchSpeech(own.audio, audio);
    const tempo = match.reference.frames.count / match.target.count;
    if (match.cost >= MAX_SAME_VOICE_COST || tempo >= MAX_TEMPO_RATIO || tempo <= 1 / MAX_TEMPO_RATIO) continue;
    if (match.hasRushedEnd() || findMismatches(match.scoreWindows()).length > 0) continue;
    const timeline = transferTimeline(own.timeline, { ...match, duration });
    return {
      timeline,
      cost: match.cost,
      warnings: [],
      remarks: warnOfOtherSounds(match.otherSounds),
      match,
      findEdits: (hasMismatch) =>
        match.compareWords(
          own.timeline.words.map(({ end }) => end),
          hasMismatch,
        ),
    };
  }
  return undefined;
}
