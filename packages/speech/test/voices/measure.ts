import { LANGUAGES, type Language, type Phone, type Sex } from '@talking-avatar/contract';
import { distance } from 'fastest-levenshtein';
import { toIpaSymbols } from '../../src/engines/embedded/phones.ts';
import { acquireSynthesizer } from '../../src/engines/embedded/synthesizer.ts';
import { espeakVoice } from '../../src/engines/embedded/voices.ts';
import { createEmbeddedEngine, parseText, type Speech } from '../../src/index.ts';
import { normalizeScript } from '../../src/normalization/index.ts';
import { TEXTS } from './texts.ts';

/** Measurements of a voice speaking its text. */
export interface Measured {
  language: Language;
  sex: Sex;
  voice: string;
  speech: Speech;
  /** Duration of the speech, and CPU time needed for a second of speech, in s. */
  seconds: number;
  effort: number;
  phones: number;
  words: number;
  /**
   * Share of the sounds that match what espeak-ng predicts for the same words in text mode. For flite, the prediction is by a different
   * program.
   */
  agreement: number;
  /** The loudest sample, and the share of samples at full scale. */
  peak: number;
  clipped: number;
  /** Share of the time within words in which the level is above -50 dB of full scale. */
  sounding: number;
  /** Words with so many sounds that they must have been spelled out, which is only allowed for numbers and abbreviations. */
  spelled: string[];
}

/** The default voices of the engine. */
export const VOICES: readonly { language: Language; sex: Sex }[] = LANGUAGES.flatMap((language) =>
  (['female', 'male'] as const).map((sex) => ({ language, sex })),
);

const engine = createEmbeddedEngine();

/**
 * Maximum number of sounds per letter in a word. The name of a letter has two or more. Words have up to one and a half, or two in Hindi,
 * because some of its vowels are not written.
 */
const MAX_SOUNDS_PER_LETTER = 1.7;
const SOUNDS_A_SYLLABLE_SIGN = 5;

/** Measures a voice speaking its text. */
export async function measureVoice(language: Language, sex: Sex, text = TEXTS[language]): Promise<Measured> {
  const started = performance.now();
  const speech = await engine.speak({ text, language, sex, speed: 1 });
  const wall = (performance.now() - started) / 1000;
  const { timeline, audio } = speech;
  const { samples, sampleRate } = audio;
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const spoken = timeline.phones.filter(({ word }) => word !== null);
  return {
    language,
    sex,
    voice: timeline.voice,
    speech,
    seconds: timeline.duration,
    effort: wall / timeline.duration,
    phones: spoken.length,
    words: timeline.words.length,
    agreement: await compare(spoken, text, language, sex),
    peak,
    clipped: samples.filter((sample) => Math.abs(sample) >= 0.999).length / samples.length,
    sounding: soundingShare(spoken, samples, sampleRate),
    spelled: timeline.words
      .filter(({ text: word }, i) => isSpelled(word, spoken.filter((phone) => phone.word === i).length))
      .map(({ text: word }) => word),
  };
}

/** True if a word was spelled out. Numbers, signs, and abbreviations never count, because they have many sounds for their length. */
function isSpelled(word: string, sounds: number): boolean {
  if (/[^\p{L}\p{M}'’-]/u.test(word) || /\p{Lu}{2}/u.test(word)) return false;
  const signs = [...word.normalize('NFC')].filter((sign) => /\p{L}/u.test(sign)).length;
  const syllabic = /[\p{Script=Han}\p{Script=Hangul}]/u.test(word);
  return sounds > (syllabic ? SOUNDS_A_SYLLABLE_SIGN : MAX_SOUNDS_PER_LETTER) * signs + 1;
}

async function compare(spoken: readonly Phone[], text: string, language: Language, sex: Sex): Promise<number> {
  const { script, words, readings } = await normalizeScript(parseText(text), language);
  const synthesizer = await acquireSynthesizer();
  synthesizer.setVoice(espeakVoice(language, sex));
  const expected = words.flatMap(({ from, to }, i) => toIpaSymbols(synthesizer.transcribe(readings[i] ?? script.text.slice(from, to))));
  synthesizer.release();
  const coarse = (symbols: readonly string[]) => symbols.map((symbol) => [...symbol][0] ?? '').join('');
  const [actual, predicted] = [coarse(spoken.map(({ symbol }) => symbol)), coarse(expected)];
  return 1 - distance(actual, predicted) / Math.max(actual.length, predicted.length, 1);
}

function soundingShare(phones: readonly Phone[], samples: Float32Array, sampleRate: number): number {
  let [loud, all] = [0, 0];
  const frame = Math.round(0.01 * sampleRate);
  for (const { start, end } of phones) {
    for (let at = Math.round(start * sampleRate); at + frame <= end * sampleRate; at += frame) {
      const energy = samples.subarray(at, at + frame).reduce((sum, sample) => sum + sample * sample, 0) / frame;
      all++;
      if (energy > 1e-5) loud++;
    }
  }
  return all === 0 ? 0 : loud / all;
}

/** Lists everything that is wrong with a voice. Empty if nothing is. */
export function judge({ speech, words, phones, agreement, peak, clipped, sounding, spelled }: Measured): string[] {
  const { timeline } = speech;
  const mute = timeline.words.filter((_, i) => !timeline.phones.some(({ word }) => word === i)).map(({ text }) => text);
  return [
    peak < 0.1 && `silent: peak ${peak.toFixed(3)}`,
    clipped > 0.0005 && `clipped: ${(clipped * 100).toFixed(2)} % of the samples`,
    sounding < 0.75 && `only ${(sounding * 100).toFixed(0)} % of the time in words is audible`,
    phones < words && 'fewer sounds than words',
    agreement < 0.7 && `only ${(agreement * 100).toFixed(0)} % of the sounds are as expected`,
    spelled.length > 0 && `spelled out: ${spelled.join(', ')}`,
    mute.length > 0 && `words without a sound: ${mute.join(', ')}`,
    speech.warnings.length > 0 && speech.warnings.join(' '),
  ].filter((fault) => fault !== false);
}
