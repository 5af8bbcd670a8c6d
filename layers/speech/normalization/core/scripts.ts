import type { Language } from '../../../contract/index.ts';
import type { Item, Script } from '../../text/script.ts';
import type { Span } from '../../text/words.ts';
import type { LanguageRules } from './language.ts';

/** Scripts that only the voice of one language can say. The Japanese voice would spell English words. */
const VOICES: readonly (readonly [pattern: string, language: Language, name: string])[] = [
  ['a-zA-Z', 'en-US', 'English'],
  ['\\p{Script=Hiragana}\\p{Script=Katakana}', 'ja-JP', 'Japanese'],
  ['\\p{Script=Han}', 'zh-CN', 'Chinese'],
  ['\\p{Script=Hangul}', 'ko-KO', 'Korean'],
  ['\\p{Script=Devanagari}', 'hi-IN', 'Hindi'],
  ['\\p{Script=Cyrillic}', 'ru-RU', 'Russian'],
  ['\\p{Script=Arabic}', 'ar', 'Arabic'],
];

/** Which of them each language's own voice reads; the Japanese one reads Han through its dictionary. */
const OWN: Partial<Readonly<Record<Language, readonly string[]>>> = {
  'ja-JP': ['Japanese', 'Chinese'],
  'zh-CN': ['Chinese'],
  'ko-KO': ['Korean'],
  'hi-IN': ['Hindi'],
  'ru-RU': ['Russian'],
  ar: ['Arabic'],
};

/** Two letters or more in a row of a script that no voice reads; single ones, such as those of formulas, have names. */
const UNREAD = new RegExp(
  `(?:(?![\\p{Script=Latin}\\p{Script=Common}\\p{Script=Inherited}${VOICES.map(([pattern]) => pattern).join('')}])\\p{L}\\p{M}*){2,}`,
  'u',
);

function warnOfUnread(text: string): string[] {
  const [word] = UNREAD.exec(text) ?? [];
  return word ? [`No voice reads the script of "${word.slice(0, QUOTED)}"; its letters are named one by one.`] : [];
}

/** Characters of a word that a warning quotes. */
const QUOTED = 20;

/**
 * Gives stretches in a script that the voice of the language cannot read to the voice that can: it would name their letters.
 * Han beside kana is Japanese, any other Han is Chinese.
 */
export function separateScripts(
  script: Script,
  language: Language,
  rules: Readonly<Record<Language, LanguageRules>>,
): Script {
  const items: Item[] = [];
  const names = new Set<string>();
  let changed = false;
  const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(script.text);
  for (const item of script.items) {
    if (item.kind !== 'spoken') {
      items.push(item);
      continue;
    }
    const base = item.style.language ?? language;
    let at = item.from;
    for (const { from, to, to: end, language: other, name } of findForeign(
      script.text,
      item,
      base,
      japanese,
      rules[base],
    )) {
      if (from > at) items.push({ ...item, from: at, to: from });
      items.push({ ...item, from, to, style: { ...item.style, language: other } });
      if (name !== 'English') names.add(name);
      changed = true;
      at = end;
    }
    if (at < item.to) items.push({ ...item, from: at });
  }
  const unread = warnOfUnread(script.text);
  if (!changed) return { ...script, warnings: [...script.warnings, ...unread] };
  const warning = `The text has words in other scripts than that of ${language}; they are said by a voice for ${[...names].join(', ')}.`;
  return { ...script, items, warnings: [...script.warnings, ...(names.size > 0 ? [warning] : []), ...unread] };
}

/** Whether digits or joints beside letters make them a part of something longer: "MP3", "USB-C". */
const isInWord = (text: string, at: number, length: number): boolean =>
  /[\d.&'’-]$/.test(text.slice(0, at)) || /^[\d&'’-]|^\.\w/.test(text.slice(at + length));

/** English short forms before a number, which Japanese says in its own way. */
const NUMBERED = /^(?:No|Vol|vol|pp?|ver|Ver)$/;

interface Foreign extends Span {
  language: Language;
  name: string;
}

function findForeign(
  text: string,
  { from, to }: Span,
  base: Language,
  japanese: boolean,
  { saysLatin }: LanguageRules,
): Foreign[] {
  const found: Foreign[] = [];
  for (const [pattern, spoken, name] of VOICES) {
    if (OWN[base]?.includes(name) || (name === 'English' && base !== 'ja-JP')) continue;
    // Kana and Han that stand together stay together.
    const together = japanese && (name === 'Japanese' || name === 'Chinese');
    if (together && name === 'Chinese' && base !== 'zh-CN') continue;
    const letters =
      together && base !== 'zh-CN' ? '\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}ー' : pattern;
    const runs = new RegExp(`[${letters}](?:[${letters}\\p{M}\\s、。，！？·]*[${letters}\\p{M}])?`, 'gu');
    const piece = text.slice(from, to);
    for (const run of piece.matchAll(runs)) {
      const { 0: match, index } = run;
      if (name === 'English' && !isInWord(text, from + index, match.length) && saysLatin?.(piece, run)) continue;
      // A unit belongs to its number.
      if (name === 'English' && /\d\s?(?:k?m\/)?$/.test(piece.slice(0, index))) continue;
      if (name === 'English' && NUMBERED.test(match) && /^\.? ?\d/.test(text.slice(from + index + match.length)))
        continue;
      found.push({ from: from + index, to: from + index + match.length, language: spoken, name });
    }
  }
  return found.toSorted((a, b) => a.from - b.from);
}
