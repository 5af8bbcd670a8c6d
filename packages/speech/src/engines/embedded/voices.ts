import { ACTORS, LANGUAGES, type Language, quote, type Sex, sexOfActor } from '@talking-avatar/contract';
import { SpeechError } from '../../speech.ts';
import type { Style } from '../../text/script.ts';
import { findActorVoice } from '../actor-voices.ts';
import { formatVoiceError } from '../voice-error.ts';
import { PICO_LANGUAGES, type PicoLanguage } from './pico/phones.ts';

/** espeak-ng's voice for each language (in its `voices` folder: family/tag). */
const ESPEAK_VOICES: Readonly<Record<Language, string>> = {
  'en-US': 'gmw/en-US',
  'en-GB': 'gmw/en-GB-x-rp',
  'es-ES': 'roa/es',
  'es-US': 'roa/es-419',
  'zh-CN': 'sit/cmn',
  'de-DE': 'gmw/de',
  'it-IT': 'roa/it',
  'fr-FR': 'roa/fr',
  'pt-PT': 'roa/pt',
  'pr-BR': 'roa/pt-BR',
  ar: 'sem/ar',
  'ja-JP': 'jpx/ja',
  'ru-RU': 'zle/ru',
  'hi-IN': 'inc/hi',
  'vi-VI': 'aav/vi',
  'ko-KO': 'ko',
};

/** Variants of an espeak-ng voice, defaults first. The base voice and m3 speak at about 105 Hz, f2 at 199 Hz, and f3 at 216 Hz. */
const ESPEAK_VARIANTS: Readonly<Record<Sex, readonly [string, ...string[]]>> = {
  male: ['', '+m3'],
  female: ['+f2', '+f3'],
};

/** Flite's American English voices, starting with the default for each sex. They are recordings of people at 16 kHz (CMU ARCTIC). */
const FLITE_VOICES: Readonly<Record<Sex, readonly string[]>> = {
  male: ['cmu_us_rms', 'cmu_us_awb'],
  female: ['cmu_us_slt'],
};

/** Variants of an SVOX Pico voice. The recorded speakers are women; the men's variant has a lower pitch and a longer vocal tract. */
const PICO_VARIANTS: Readonly<Record<Sex, string>> = { female: '', male: '+m1' };

/** Returns the language of an SVOX Pico voice, or undefined for voices of other engines. */
export const picoLanguage = (voice: string): PicoLanguage | undefined => {
  const code = /^svox\/([^+]+)/.exec(voice)?.[1];
  return PICO_LANGUAGES.find((language) => language === code);
};

const hasPico = (language: Language): boolean => PICO_LANGUAGES.some((code) => code === language);

/** Returns a voice's name in flite, or undefined for espeak-ng voices. */
export const fliteVoiceName = (voice: string): string | undefined => /^cmu_us_(\w+)$/.exec(splitVoice(voice).name)?.[1];

/** Returns the name of espeak-ng's voice (a formant synthesizer) for a language and sex, tuned to an actor if one is given. */
export const espeakVoice = (language: Language, sex: Sex, actor?: string): string =>
  ESPEAK_VOICES[language] + ESPEAK_VARIANTS[sex][0] + (actor && findActorVoice(actor) ? `+${actor}` : '');

/** Splits a voice name into the engine's voice and the actor (the last part of the name). */
export function splitVoice(voice: string): { name: string; actor?: string } {
  const at = voice.lastIndexOf('+');
  const actor = voice.slice(at + 1);
  return at > 0 && findActorVoice(actor) ? { name: voice.slice(0, at), actor } : { name: voice };
}

/** Lists an actor's voices in a language, default first. Returns an empty list for an unknown actor. */
function voicesOfActor(language: Language, actor: string): string[] {
  const own = findActorVoice(actor);
  if (!own) return [];
  return [
    ...(language === 'en-US' ? [`${own.english}+${actor}`] : []),
    ...(hasPico(language) ? [`svox/${language}+${actor}`] : []),
    espeakVoice(language, sexOfActor(actor), actor),
  ];
}

/**
 * Chooses the voice for a language: the requested voice, which may be an actor's, or a default.
 * @throws SpeechError if the voice does not exist in the language; espeak-ng would silently accept unknown variants
 */
export function chooseVoice(language: Language, sex: Sex, wanted?: string, actor?: string): string {
  if (wanted === undefined) {
    const own = actor === undefined ? undefined : voicesOfActor(language, actor)[0];
    return own ?? defaultVoice(language, sex);
  }
  if (hasVoice(language, wanted)) return wanted;
  const fault = `the embedded engine has no voice ${quote(wanted)} for ${language}`;
  const names = [...listVoices(language).map(({ name }) => name), ...listActorVoices(language)];
  throw new SpeechError('Unknown voice', formatVoiceError(fault, wanted, language, names), 'tts_params.voice');
}

const defaultVoice = (language: Language, sex: Sex): string => listVoices(language).find((voice) => voice.sex === sex)!.name;

function hasVoice(language: Language, voice: string): boolean {
  const { name, actor } = splitVoice(voice);
  if (actor !== undefined) return voicesOfActor(language, actor).includes(voice);
  return listVoices(language).some((known) => known.name === name);
}

export const isEmbeddedVoice = (name: string): boolean => LANGUAGES.some((language) => hasVoice(language, name));

export const actorVoice = (language: Language, actor: string): string | undefined => voicesOfActor(language, actor)[0];

const listActorVoices = (language: Language): string[] => ACTORS.flatMap(({ id }) => actorVoice(language, id) ?? []);

/** Returns the sex of an actor's or engine's voice. */
export function sexOfVoice(voice: string): Sex {
  const { name, actor } = splitVoice(voice);
  if (actor !== undefined) return sexOfActor(actor);
  if (fliteVoiceName(name)) return FLITE_VOICES.female.includes(name) ? 'female' : 'male';
  if (picoLanguage(name)) return name.endsWith(PICO_VARIANTS.male) ? 'male' : 'female';
  return ESPEAK_VARIANTS.female.some((variant) => variant === variantOf(name)) ? 'female' : 'male';
}

const variantOf = (name: string): string => /\+.*$/.exec(name)?.[0] ?? '';

/** Lists a language's voices, starting with the default for each sex. */
export const listVoices = (language: Language): { name: string; sex: Sex }[] =>
  (['female', 'male'] as const).flatMap((sex) => [
    ...(language === 'en-US' ? FLITE_VOICES[sex].map((name) => ({ name, sex })) : []),
    ...(hasPico(language) ? [{ name: `svox/${language}${PICO_VARIANTS[sex]}`, sex }] : []),
    ...ESPEAK_VARIANTS[sex].map((variant) => ({ name: ESPEAK_VOICES[language] + variant, sex })),
  ]);

/**
 * Chooses the voice for a style, in the language of the style: the main voice or, with `<voice>`, the speaker's voice. Voices for unknown
 * speakers are chosen by sex.
 */
export function chooseSpeaker(voice: string, main: Language, { language = main, speaker }: Style): { voice: string; warning?: string } {
  const usual = translateVoice(voice, main, language);
  if (!speaker) return { voice: usual };
  const { name, sex } = speaker;
  if (name !== undefined && isEmbeddedVoice(name)) return { voice: name };
  const ofSex = sex && sex !== sexOfVoice(usual) ? defaultVoice(language, sex) : usual;
  if (name === undefined) return { voice: ofSex };
  const warning = `<voice>: the embedded engine has no voice ${quote(name)}; using ${ofSex} there.`;
  return { voice: ofSex, warning };
}

/** Finds the closest voice in another language: the same actor's voice, or else a voice with the same variant or sex. */
function translateVoice(voice: string, from: Language, to: Language): string {
  if (from === to) return voice;
  const { name, actor } = splitVoice(voice);
  if (actor !== undefined) return voicesOfActor(to, actor)[0]!;
  const isEspeak = name.startsWith(ESPEAK_VOICES[from]);
  return isEspeak ? ESPEAK_VOICES[to] + variantOf(name) : defaultVoice(to, sexOfVoice(voice));
}
