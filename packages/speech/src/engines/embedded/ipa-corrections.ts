import type { RawPhone } from './synthesizer.ts';

/**
 * Corrections to symbols that are not IPA, by voice: three voices write y for an unrounded vowel, the Japanese voice writes the final nasal
 * as a vowel, and two voices have another letter for a plain k.
 */
const VOICE_CORRECTIONS: readonly (readonly [voice: RegExp, written: RegExp, ipa: string])[] = [
  [/^roa\/pt/, /y/gu, 'ɪ'],
  [/^zle\/ru/, /y/gu, 'ɨ'],
  [/^aav\/vi/, /y/gu, 'ɯ'],
  [/^aav\/vi/, /^c$/u, 'k'],
  [/^jpx\/ja/, /\u0169|u\u0303/gu, 'ɴ'],
  [/^ko/, /q/gu, 'k'],
];

export const correctSymbol = (symbol: string, voice: string): string =>
  VOICE_CORRECTIONS.reduce((text, [name, written, ipa]) => (name.test(voice) ? text.replace(written, ipa) : text), symbol);

export const correctPhones = (phones: readonly RawPhone[], voice: string): RawPhone[] =>
  phones.map((phone) => ({ ...phone, symbol: correctSymbol(phone.symbol, voice) }));
