import type { Phone } from '@talking-avatar/contract';
import { normalizeScript } from '../../normalization/index.ts';
import { type AlignSpeech, type Audio, type Speech, type SpeechEngine, SpeechError, type SpeechRequest } from '../../speech.ts';
import { noWord, parseText } from '../../text/parse.ts';
import type { Script, Style } from '../../text/script.ts';
import { timeSpans } from '../../text/timing.ts';
import { findSentences } from '../../text/words.ts';
import { checkDuration } from '../check-duration.ts';
import { EMPHASES } from '../embedded/emphasis.ts';
import { amplify, shiftPitch } from '../embedded/flite/effects.ts';
import { acquireSynthesizer } from '../embedded/synthesizer.ts';
import { timeMarks } from '../embedded/timing.ts';
import { chooseNeuralVoice } from './choose-voice.ts';
import { joinPassages, type SpokenPassage, toPhones } from './join.ts';
import { synthesizeTokens } from './synthesize.ts';
import { type Sound, transcribeScript } from './transcribe.ts';
import { divideScript, type Passage } from './utterances.ts';
import type { NeuralVoice } from './voice.ts';

export interface NeuralEngineOptions {
  voices: readonly NeuralVoice[];
  /** Used if no voice matches. */
  fallback: SpeechEngine;
  /** Used for models without a duration output. */
  align: AlignSpeech;
  /** Maximum time for synthesizing the text, in seconds. */
  budget?: number;
}

/** Seconds of speech after which eSpeak NG stops. The caller rejects longer speech. */
const LONGEST = 3_600;

/**
 * Creates the engine for installed neural voices. It uses the requested voice, or one that matches the language and sex. Phone times are
 * derived from the durations that the model reports.
 * @returns an engine whose `speak` throws SpeechError in the same cases as the embedded engine, for sounds that a voice does not support,
 * and for text that takes longer than the budget; throws Error for a broken model
 */
export function createNeuralEngine(options: NeuralEngineOptions): SpeechEngine {
  const { voices, fallback } = options;
  const models = voices.map(({ name, sources }) => `${name} ${sources.join(' ')}`);
  return {
    name: fallback.name,
    version: [fallback.version, ...models].join(', '),
    chooseVoice: (request) => chooseNeuralVoice(voices, request)?.name ?? fallback.chooseVoice(request),
    speak(request) {
      const voice = chooseNeuralVoice(voices, request);
      return voice ? speak(request, voice, options) : fallback.speak(request);
    },
  };
}

async function speak(
  request: SpeechRequest,
  voice: NeuralVoice,
  { align, budget = Number.POSITIVE_INFINITY }: NeuralEngineOptions,
): Promise<Speech> {
  const { language } = request;
  const { script, words: spans, readings } = await normalizeScript(parseText(request.text, language), language);
  if (spans.length === 0) throw noWord();
  const synthesizer = await acquireSynthesizer();
  const sounds = transcribeScript(synthesizer, script, spans, readings, language, LONGEST);
  synthesizer.release();
  const sentences = findSentences(script.text, language);
  const passages = divideScript(script, spans, sentences, sounds);
  if (!passages.some(({ tokens }) => tokens.length > 0)) throw noWord();
  const spoken = await speakPassages(passages, voice, request.speed, budget);
  const audio = joinPassages(spoken, voice.sampleRate);
  const times = await timePhones(request, voice, sounds, spoken, audio, align);
  const words = timeSpans(script.text, spans, times);
  const duration = audio.samples.length / audio.sampleRate;
  const marks = timeMarks(script, sentences, spans, words);
  return {
    audio,
    timeline: { language, engine: 'neural', voice: voice.name, duration, words, phones: times, marks },
    warnings: [...script.warnings, ...findWarnings(script, voice)],
  };
}

async function speakPassages(passages: readonly Passage[], voice: NeuralVoice, speed: number, budget: number): Promise<SpokenPassage[]> {
  const began = performance.now();
  const spoken: SpokenPassage[] = [];
  let seconds = 0;
  for (const passage of passages) {
    if (performance.now() - began > budget * 1000) throw tooSlow(voice, budget);
    const next = passage.tokens.length === 0 ? silence(passage) : await speakPassage(passage, voice, speed);
    spoken.push(next);
    seconds += next.samples.length / voice.sampleRate + next.pause;
    checkDuration(seconds);
  }
  return spoken;
}

const silence = ({ pause }: Passage): SpokenPassage => ({ samples: new Float32Array(), sounds: [], pause });

async function speakPassage({ style, tokens, pause }: Passage, voice: NeuralVoice, speed: number): Promise<SpokenPassage> {
  const [slower, higher, louder] = effectsOf(style);
  const { samples, tokens: times } = await synthesizeTokens(voice, tokens, (speed * slower) / higher);
  const sounds = tokens.flatMap(({ sound }, i) => {
    if (!times || sound === undefined) return [];
    const afterSpace = tokens[i - 1]?.written === ' ' && tokens[i - 2]?.sound !== undefined;
    return [{ sound, start: times[i]!.start / higher, end: times[i]!.end / higher, afterSpace }];
  });
  const raw = { samples, sampleRate: voice.sampleRate, phones: [] };
  const shifted = higher === 1 ? raw : shiftPitch(raw, higher);
  const loud = louder === 1 ? shifted : amplify(shifted, louder);
  return { samples: loud.samples, sounds, pause };
}

function effectsOf({ emphasis, rate = 1, pitch = 1, volume = 1 }: Style): [number, number, number] {
  const [slower, higher, louder] = emphasis ? EMPHASES[emphasis] : [1, 1, 1];
  return [rate * slower, pitch * higher, volume * louder];
}

/** Derives phone times from the model's durations, or by aligning its audio. */
async function timePhones(
  { text, language, sex }: SpeechRequest,
  voice: NeuralVoice,
  sounds: readonly Sound[],
  spoken: readonly SpokenPassage[],
  audio: Audio,
  align: AlignSpeech,
): Promise<Phone[]> {
  if (voice.durations !== undefined) return toPhones(sounds, spoken, audio);
  try {
    return (await align({ audio, text, language, sex })).timeline.phones;
  } catch (cause) {
    if (!(cause instanceof SpeechError)) throw cause;
    throw new Error(`Cannot determine the phone times for the voice "${voice.name}": ${cause.message}`, {
      cause,
    });
  }
}

function findWarnings({ items }: Script, { name }: NeuralVoice): string[] {
  const styles = items.flatMap((item) => (item.kind === 'spoken' ? [item.style] : []));
  return [
    ...(styles.some(({ speaker }) => speaker) ? [`<voice>: ${name} speaks the whole text.`] : []),
    ...(styles.some(({ role }) => role !== undefined) ? ['<w>: role is not supported; the word is spoken as usual.'] : []),
  ];
}

const tooSlow = ({ name }: NeuralVoice, budget: number) =>
  new SpeechError(
    'Speech too long',
    `the voice ${name} needs more than ${budget} s to speak it; shorten it, or choose another voice.`,
    'text',
  );
