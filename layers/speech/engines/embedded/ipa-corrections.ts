import type { RawPhone } from './synthesizer.ts';

/**
 * What single voices print otherwise than IPA does, by the start of the voice's name: the y of these three is not rounded,
 * the nasal that ends a Japanese syllable is no vowel, and two letters stand for a plain k.
 */
const OF_VOICE: readonly (readonly [voice: RegExp, written: RegExp, ipa: string])[] = [
  [/^roa\/pt/, /y/gu, 'ɪ'],
  [/^zle\/ru/, /y/gu, 'ɨ'],
  [/^aav\/vi/, /y/gu, 'ɯ'],
  [/^aav\/vi/, /^c$/u, 'k'],
  [/^jpx\/ja/, /\u0169|u\u0303/gu, 'ɴ'],
  [/^ko/, /q/gu, 'k'],
];

/** A symbol of a voice in IPA, as far as its voice alone spells it otherwise. */
export const spell = (symbol: string, voice: string): string =>
  OF_VOICE.reduce((text, [name, written, ipa]) => (name.test(voice) ? text.replace(written, ipa) : text), symbol);

export const spellPhones = (phones: readonly RawPhone[], voice: string): RawPhone[] =>
  phones.map((phone) => ({ ...phone, symbol: spell(phone.symbol, voice) }));
