import { ACTORS, LANGUAGES, type Language, type Sex, sexOfActor } from '../../../contract/index.ts';
import { SpeechError } from '../../speech.ts';
import type { Style } from '../../text/script.ts';
import { findActorVoice } from '../actor-voices.ts';
import { describeChoice } from '../voice-error.ts';

/** The engine's voice of each language (its `voices` folder: family/tag). */
const VOICES: Readonly<Record<Language, string>> = {
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

/** Variants of a voice, the usual one of each sex first. Base and m3 speak at about 105 Hz, f2 at 199 Hz, f3 at 216 Hz. */
const VARIANTS: Readonly<Record<Sex, readonly [string, ...string[]]>> = { male: ['', '+m3'], female: ['+f2', '+f3'] };

/** Flite's voices of American English, the usual one of each sex first; recorded people, 16 kHz (CMU ARCTIC). */
const FLITE: Readonly<Record<Sex, readonly string[]>> = { male: ['cmu_us_rms', 'cmu_us_awb'], female: ['cmu_us_slt'] };

/** What flite itself calls a voice; undefined for the voices of espeak-ng. */
export const fliteVoice = (voice: string): string | undefined => /^cmu_us_(\w+)$/.exec(splitVoice(voice).name)?.[1];

/** The voice of espeak-ng, which models formants, for a language. */
export const formantVoice = (language: Language, sex: Sex, actor?: string): string =>
  VOICES[language] + VARIANTS[sex][0] + (actor && findActorVoice(actor) ? `+${actor}` : '');

/** The engine's own voice, and the actor that it is tuned to; the actor is the last part of the name. */
export function splitVoice(voice: string): { name: string; actor?: string } {
  const at = voice.lastIndexOf('+');
  const actor = voice.slice(at + 1);
  return at > 0 && findActorVoice(actor) ? { name: voice.slice(0, at), actor } : { name: voice };
}

/** The voice of an actor in a language; undefined where nobody is called so. */
function voiceOfActor(language: Language, sex: Sex, actor: string): string | undefined {
  const own = findActorVoice(actor);
  return own && (language === 'en-US' ? `${own.english}+${actor}` : formantVoice(language, sex, actor));
}

/**
 * The engine's name of the voice for a language.
 * @param wanted The client's choice of voice, if it made one: one of the language, or that of an actor.
 * @param actor Who is seen to speak.
 * @throws SpeechError when the language has no voice of that name: the engine itself takes unknown variants in silence.
 */
export function chooseVoice(language: Language, sex: Sex, wanted?: string, actor?: string): string {
  if (wanted === undefined) {
    const own = actor === undefined ? undefined : voiceOfActor(language, sex, actor);
    return own ?? listVoices(language).find((voice) => voice.sex === sex)!.name;
  }
  if (speaks(language, wanted)) return wanted;
  const fault = `the embedded engine has no voice "${wanted}" for ${language}`;
  const names = [...listVoices(language).map(({ name }) => name), ...listActorVoices(language)];
  throw new SpeechError('Unknown voice', describeChoice(fault, wanted, language, names), 'tts_params.voice');
}

/** Whether a language has a voice of this name: one of its own, or that of an actor. */
function speaks(language: Language, voice: string): boolean {
  const { name, actor } = splitVoice(voice);
  if (actor !== undefined) return voiceOfActor(language, sexOfActor(actor), actor) === voice;
  return listVoices(language).some((known) => known.name === name);
}

const isKnown = (voice: string): boolean => LANGUAGES.some((language) => speaks(language, voice));

const listActorVoices = (language: Language): string[] =>
  ACTORS.flatMap(({ id, sex }) => voiceOfActor(language, sex, id) ?? []);

/** The sex of a voice that `chooseVoice` takes: that of its actor, or of the engine's own voice. */
export function sexOfVoice(voice: string): Sex {
  const { name, actor } = splitVoice(voice);
  if (actor !== undefined) return sexOfActor(actor);
  if (fliteVoice(name)) return FLITE.female.includes(name) ? 'female' : 'male';
  return VARIANTS.female.some((variant) => variant === variantOf(name)) ? 'female' : 'male';
}

/** What follows the language in a name of espeak-ng. */
const variantOf = (name: string): string => /\+.*$/.exec(name)?.[0] ?? '';

/** The voices of a language, the usual one of each sex first. */
export const listVoices = (language: Language): { name: string; sex: Sex }[] =>
  (['female', 'male'] as const).flatMap((sex) => [
    ...(language === 'en-US' ? FLITE[sex].map((name) => ({ name, sex })) : []),
    ...VARIANTS[sex].map((variant) => ({ name: VOICES[language] + variant, sex })),
  ]);

/**
 * The voice for a style: that of the text, or of its speaker (`<voice>`), in the language of the style. A speaker whose name the
 * engine does not know is told from the others by the sex alone. Flite's voices change within a text only from one actor's to
 * another's that the same voice is lent to, or to that voice itself.
 */
export function chooseSpeaker(
  voice: string,
  main: Language,
  { language = main, speaker }: Style,
): { voice: string; warning?: string } {
  const usual = language === main ? voice : VOICES[language] + variantOf(voice);
  if (!speaker) return { voice: usual };
  const { name, sex } = speaker;
  if (name === voice) return { voice };
  const exists = name !== undefined && isKnown(name);
  if (exists && (!fliteVoice(name) || isSameFlite(voice, name))) return { voice: name };
  const wanted = exists ? sexOfVoice(name) : sex;
  const ofSex = wanted && wanted !== sexOfVoice(usual) ? VOICES[language] + VARIANTS[wanted][0] : usual;
  if (name === undefined) return { voice: ofSex };
  if (!exists) {
    const warning = `<voice>: the embedded engine has no voice "${name}"; ${ofSex} speaks there.`;
    return { voice: ofSex, warning };
  }
  const lent = formantVoice(language, sexOfVoice(name), splitVoice(name).actor);
  return {
    voice: lent,
    warning: `<voice>: the embedded engine cannot change to "${name}" in this text; ${lent} speaks there.`,
  };
}

/** Whether two names are of one voice of flite's, whichever actor it is lent to. */
const isSameFlite = (one: string, other: string): boolean =>
  fliteVoice(one) !== undefined && fliteVoice(one) === fliteVoice(other);

/** Whether a style is said by another voice than that of the text, which is one of flite's: it has no other within a text. */
export function leavesFlite(voice: string, { speaker }: Style): boolean {
  if (!speaker) return false;
  const { name, sex } = speaker;
  if (name !== undefined && isKnown(name)) return !isSameFlite(voice, name);
  return sex !== undefined && sex !== sexOfVoice(voice);
}
