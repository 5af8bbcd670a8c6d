import type { LanguageRules } from './language.ts';
import { after, before, type Rule, re, rulesOf } from './rule.ts';
import { MINUS, nameMinus } from './signs.ts';

/** Converts a Spanish, Portuguese, or Italian ordinal number to feminine. */
export const toFeminine = (ordinal: string): string => ordinal.replace(/o\b/g, 'a');

/** Verbs before a rank in a competition. */
const RANKED = 'qued(?:ó|ado|é|aron)|termin(?:ou|ó|ado)|chegou em|llegó|arrivat[oa]|classificat[oa]';

/**
 * Rules for 1.º and 2.ª in Spanish, Portuguese, and Italian, and for 1°, in which the sign may also mean degrees.
 * @param ranks Articles and nouns that occur next to a rank, as regex alternatives: "el 3º piso".
 * @param degrees The singular and plural names for a degree.
 */
export function ordinalSignRules(language: LanguageRules, ranks: string, degrees: readonly [string, string]): Rule[] {
  const { ordinal } = language;
  const nextToRank = new RegExp(`(?<!\\p{L})(?:(?:${ranks}|${RANKED}) |(?:d?al|d?el)?l['’])$`, 'iu');
  const behind = new RegExp(`^ (?:${ranks})(?!\\p{L})`, 'iu');
  return rulesOf(
    [/(?<![\d.,])(\d{1,2})\.º/g, ([, n]) => ordinal(Number(n))],
    [/(?<![\d.,])(\d{1,2})\.?ª/g, ([, n]) => toFeminine(ordinal(Number(n)))],
    [
      re`(${MINUS})?(?<![\d.,])(\d{1,3})\s?[°º](?!\s?[CF](?!\p{L})|\p{L})`,
      (match) => {
        const [, minus, number] = match;
        const value = Number(number);
        const isRank = nextToRank.test(before(match, 14)) || behind.test(after(match));
        if (isRank && !minus && value > 0 && value < 100) return ordinal(value);
        return `${minus ? nameMinus(language) : ''}${value} ${degrees[value === 1 ? 0 : 1]}`;
      },
    ],
  );
}
