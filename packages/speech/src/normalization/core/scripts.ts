import type { Language } from '@talking-avatar/contract';
import type { Item, Script } from '../../text/script.ts';
import type { Span } from '../../text/words.ts';
import { ADDRESS } from './addresses.ts';
import type { LanguageRules } from './language.ts';
import { anyCase } from './rule.ts';

/** Scripts, and the language whose voice reads them. Latin is listed because of the Japanese voice, which would spell out English words. */
const VOICES: readonly (readonly [pattern: string, language: Language, name: string])[] = [
  ['a-zA-Z', 'en-US', 'English'],
  ['\\p{Script=Hiragana}\\p{Script=Katakana}', 'ja-JP', 'Japanese'],
  ['\\p{Script=Han}', 'zh-CN', 'Chinese'],
  ['\\p{Script=Hangul}', 'ko-KO', 'Korean'],
  ['\\p{Script=Devanagari}', 'hi-IN', 'Hindi'],
  ['\\p{Script=Cyrillic}', 'ru-RU', 'Russian'],
  ['\\p{Script=Arabic}', 'ar', 'Arabic'],
];

/** Two or more consecutive letters in a script that no voice supports. Single letters, as in formulas, have names. */
const UNREAD = new RegExp(
  `(?:(?![\\p{Script=Latin}\\p{Script=Common}\\p{Script=Inherited}${VOICES.map(([pattern]) => pattern).join('')}])\\p{L}\\p{M}*){2,}`,
  'u',
);

/**
 * Assigns scripts that the main voice would spell out to a voice that can read them. Han next to kana is Japanese; other Han is Chinese.
 */
export function separateScripts(script: Script, language: Language, rules: Readonly<Record<Language, LanguageRules>>): Script {
  const names = new Set<string>();
  const items = script.items.flatMap((item): Item[] => {
    if (item.kind !== 'spoken') return [item];
    const parts: Item[] = [];
    const base = item.style.language ?? language;
    let at = item.from;
    for (const { from, to, language: other, name } of findForeign(script.text, item, base, rules[base])) {
      if (from > at) parts.push({ ...item, from: at, to: from });
      parts.push({ ...item, from, to, style: { ...item.style, language: other } });
      if (name !== 'English') names.add(name);
      at = to;
    }
    return at < item.to ? [...parts, { ...item, from: at }] : parts;
  });
  const [unread] = UNREAD.exec(script.text) ?? [];
  const warnings = [...script.warnings];
  if (names.size > 0)
    warnings.push(`The text has words in scripts that ${language} does not use; using a voice for ${[...names].join(', ')} there.`);
  if (unread) warnings.push(`No voice supports the script of "${unread.slice(0, 20)}"; its letters are named one by one.`);
  return { ...script, items, warnings };
}

/** Checks whether adjacent digits or hyphens make letters part of something longer: "MP3", "USB-C". */
const isInWord = (text: string, { from, to }: Span): boolean =>
  /[\d.&'’-]$/.test(text.slice(0, from)) || /^[\d&'’-]|^\.\w/.test(text.slice(to));

/** English abbreviations before a number, which have Japanese readings. */
const NUMBERED = /^(?:No|Vol|vol|pp?|ver|Ver)$/;

interface Foreign extends Span {
  language: Language;
  name: string;
}

function findForeign(text: string, { from, to }: Span, base: Language, { saysLatin }: LanguageRules): Foreign[] {
  const found: Foreign[] = [];
  const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  const piece = text.slice(from, to);
  for (const [pattern, spoken, name] of VOICES) {
    // The Japanese voice is the only one that cannot read Latin letters. It reads Han characters using a dictionary.
    if (spoken === base || (name === 'English' ? base !== 'ja-JP' : base === 'ja-JP' && name === 'Chinese')) continue;
    // Adjacent kana and Han stay together.
    const together = japanese && base !== 'zh-CN' && (name === 'Japanese' || name === 'Chinese');
    if (together && name === 'Chinese') continue;
    const letters = together ? '\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}ー' : pattern;
    const addresses = name === 'English' ? `${ADDRESS.source}|` : '';
    const runs = anyCase`${addresses}[${letters}](?:[${letters}\p{M}\s、。，！？·]*[${letters}\p{M}])?`;
    for (const run of piece.matchAll(runs)) {
      const span = { from: from + run.index, to: from + run.index + run[0].length };
      if (name === 'English') {
        if (!isInWord(text, span) && saysLatin?.(piece, run)) continue;
        // A unit belongs to its number, and an abbreviation belongs to the number after it.
        if (/\d\s?(?:k?m\/)?$/.test(piece.slice(0, run.index))) continue;
        if (NUMBERED.test(run[0]) && /^\.? ?\d/.test(text.slice(span.to))) continue;
      }
      found.push({ ...span, language: spoken, name });
    }
  }
  return found.toSorted((a, b) => a.from - b.from);
}
