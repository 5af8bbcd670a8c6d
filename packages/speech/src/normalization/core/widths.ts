import type { Verbalization } from './rule.ts';

/** Converts fullwidth letters and signs, and all digits, to ASCII without changing positions. */
export const narrow = (text: string): string =>
  text
    .replace(/[０-９Ａ-Ｚａ-ｚ％．＋]/gu, (sign) => sign.normalize('NFKC'))
    .replace(/(?<=[\d０-９])：(?=[\d０-９])/g, ':')
    .replace(/[٠-٩۰-۹]/gu, (sign) => `${sign.codePointAt(0)! & 15}`)
    .replace(/[०-९]/gu, (sign) => `${sign.codePointAt(0)! - 0x966}`)
    .replace(/(?<=\d)[٫٬](?=\d)|(?<=\d)٪/g, (sign) => ({ '٫': '.', '٬': ',' })[sign] ?? '%');

/** Finds readings for fullwidth letters and Arabic digits that no rule covers, because the voices do not support them. */
export function readNarrowed(text: string, narrowed: string, readings: readonly Verbalization[]): Verbalization[] {
  if (text === narrowed) return [];
  return [...text.matchAll(/(?:[٠-٩۰-۹]|(?<=[٠-٩۰-۹])[٫٬٪]|[０-９Ａ-Ｚａ-ｚ])+/gu)].flatMap(({ 0: run, index }) => {
    const to = index + run.length;
    if (readings.some((reading) => reading.from < to && index < reading.to)) return [];
    const ascii = narrowed.slice(index, to);
    return [{ from: index, to, spoken: ascii.replace(/,(?=\d)/g, '') }];
  });
}
