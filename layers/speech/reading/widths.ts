import type { Reading, Rule } from './reading.ts';
import { applyRules } from './reading.ts';
import { readRoman } from './roman.ts';

/** Wide letters, digits and signs of East Asian scripts, and the digits of others, each of which has one of ASCII. */
const ARABIC = /[٠-٩۰-۹]/gu;
const DEVANAGARI = /[०-९]/gu;
/** What stands in Arabic numbers for the point, the comma and the percent sign. */
const ARABIC_SIGNS: Readonly<Record<string, string>> = { '٫': '.', '٬': ',', '٪': '%' };

/** A text with its wide letters and all its digits as those of ASCII: every sign keeps its place. */
export const narrow = (text: string): string =>
  text
    .replace(/[０-９Ａ-Ｚａ-ｚ％．＋]/gu, (sign) => sign.normalize('NFKC'))
    .replace(/(?<=[\d０-９])：(?=[\d０-９])/g, ':')
    .replace(ARABIC, (sign) => `${sign.codePointAt(0)! & 15}`)
    .replace(DEVANAGARI, (sign) => `${sign.codePointAt(0)! - 0x966}`)
    .replace(/(?<=\d)[٫٬](?=\d)|(?<=\d)٪/g, (sign) => ARABIC_SIGNS[sign]!);

/** Readings for what no rule reads of signs that the voices do not know: wide letters and Arabic digits. */
export function readNarrowed(text: string, narrowed: string, readings: readonly Reading[]): Reading[] {
  if (text === narrowed) return [];
  return [...text.matchAll(/(?:[٠-٩۰-۹]|(?<=[٠-٩۰-۹])[٫٬٪]|[０-９Ａ-Ｚａ-ｚ])+/gu)].flatMap(({ 0: run, index }) => {
    const to = index + run.length;
    if (readings.some((reading) => reading.from < to && index < reading.to)) return [];
    const numeral = /^[IVX]{2,}$/.test(narrowed.slice(index, to)) ? readRoman(narrowed.slice(index, to)) : undefined;
    if (numeral !== undefined) return [{ from: index, to, say: `${numeral}` }];
    return [{ from: index, to, say: narrowed.slice(index, to).replace(/,(?=\d)/g, '') }];
  });
}

/** Characters on either side of a numeral that tell what it counts. */
const REACH = 60;

/** Numerals that are single signs, such as Ⅷ: read as those of several letters are, or else as numbers. */
export const signRoman = (rules: readonly Rule[]): Rule => ({
  pattern: /[\u2160-\u217f]+/gu,
  say: ({ 0: sign, index, input }) => {
    const letters = sign.normalize('NFKC').toUpperCase();
    const before = input.slice(Math.max(0, index - REACH), index);
    const text = before + letters + input.slice(index + sign.length, index + sign.length + REACH);
    const read = applyRules(text, rules).find(({ from, to }) => from === before.length && to === from + letters.length);
    const value = readRoman(letters);
    return read?.say ?? (value === undefined ? undefined : `${value}`);
  },
});
