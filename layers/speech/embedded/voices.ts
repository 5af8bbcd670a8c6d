import { LANGUAGES, type Language, type Sex, sexOfActor } from '../../contract/index.ts';
import { findActorVoice } from '../actor-voices.ts';
import { SpeechError } from '../speech.ts';
import type { Style } from '../text/script.ts';
import { describeChoice } from '../voice-names.ts';

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
  const names = listVoices(language).map(({ name }) => name);
  const { name, actor: lent } = splitVoice(wanted);
  if (names.includes(name) && (lent === undefined || voiceOfActor(language, sexOfActor(lent), lent) === wanted))
    return wanted;
  const fault = `the embedded engine has no voice "${wanted}" for ${language}`;
  throw new SpeechError('Unknown voice', describeChoice(fault, wanted, language, names), 'tts_params.voice');
}

/** The voices of a language, the usual one of each sex first. */
export const listVoices = (language: Language): { name: string; sex: Sex }[] =>
  (['female', 'male'] as const).flatMap((sex) => [
    ...(language === 'en-US' ? FLITE[sex].map((name) => ({ name, sex })) : []),
    ...VARIANTS[sex].map((variant) => ({ name: VOICES[language] + variant, sex })),
  ]);

/**
 * The voice for a style: that of the text, or of its speaker (`<voice>`), in the language of the style. A speaker whose name the
 * engine does not know is told from the others by the sex alone.
 */
export function chooseSpeaker(
  voice: string,
  main: Language,
  { language = main, speaker }: Style,
): { voice: string; warning?: string } {
  const variant = /\+.*$/.exec(splitVoice(voice).name)?.[0] ?? '';
  const usual = language === main ? voice : VOICES[language] + (/\+.*$/.exec(voice)?.[0] ?? '');
  if (!speaker) return { voice: usual };
  const { name, sex } = speaker;
  if (LANGUAGES.some((other) => listVoices(other).some((known) => known.name === name && !fliteVoice(known.name))))
    return { voice: name! };
  const isOther =
    sex && !(fliteVoice(usual) ? FLITE : VARIANTS)[sex].includes(fliteVoice(usual) ? splitVoice(usual).name : variant);
  const ofSex = isOther ? VOICES[language] + VARIANTS[sex][0] : usual;
  if (name === undefined) return { voice: ofSex };
  if (name === voice) return { voice };
  const warning = `<voice>: the embedded engine has no voice "${name}"; ${ofSex} speaks there.`;
  return { voice: ofSex, warning };
}

/** Whether a style is said by another voice than that of the text, which is one of flite's: it has no other within a text. */
export function leavesFlite(voice: string, { speaker }: Style): boolean {
  const own = splitVoice(voice).name;
  if (!speaker || speaker.name === voice || speaker.name === own) return false;
  const { name, sex } = speaker;
  const isKnown = LANGUAGES.some((other) => listVoices(other).some((known) => known.name === name));
  return isKnown || (sex !== undefined && !FLITE[sex].includes(own));
}
