import type { Language } from '../../contract/index.ts';
import type { Script, SpokenItem } from '../text/script.ts';
import { findWords, isSpaced, type Span } from '../text/words.ts';
import { vocalise } from './arabic.ts';
import { spellEnglishNumbers } from './english-numbers.ts';
import { readJapanese } from './japanese.ts';
import { applyRules, mergeWords, type Reading } from './reading.ts';
import { rulesOf } from './rules.ts';
import { sayAs } from './say-as.ts';
import { separateScripts } from './scripts.ts';
import { tongueOf } from './tongues.ts';
import { narrow, readNarrowed } from './widths.ts';

/** A script whose every word is known, with what the voice says for it. */
export interface ReadScript {
  script: Script;
  /** Words of the text in order; what is read as one, such as "12,50 €", is one. */
  words: Span[];
  /** For each word what is said in its place; undefined for the word itself. */
  readings: (string | undefined)[];
}

/**
 * Finds how real text is read aloud: Japanese by its dictionary, numbers with their units, dates, times, sums of money, short forms,
 * addresses and telephone numbers in the words of the language, and each script by a voice that can read it.
 */
export async function readScript(written: Script, language: Language): Promise<ReadScript> {
  const script = separateScripts(written, language);
  const readings: Reading[] = [];
  for (const item of script.items) {
    if (item.kind === 'spoken') readings.push(...(await readItem(script.text, item, language)));
  }
  const find = (piece: string) => findWords(piece, language);
  // An ending in a style of its own is said by itself.
  const joins = ({ from, to }: Span): boolean =>
    isSpaced(language) && script.items.some((item) => item.kind === 'spoken' && item.from < from && to <= item.to);
  const words = mergeWords(findSpoken(script, language), readings, script.text, find, joins);
  const lost = readings.flatMap(({ from, to, say }) => (say === '' ? [...script.text.slice(from, to)] : []));
  const warnings = lost.length > 0 ? [warnOfUnread(lost)] : [];
  return {
    script: { ...script, warnings: [...script.warnings, ...warnings] },
    words: words.map(({ from, to }) => ({ from, to })),
    readings: words.map(({ say }) => say),
  };
}

const warnOfUnread = (signs: readonly string[]): string =>
  `No dictionary knows how to read ${[...new Set(signs)].slice(0, 10).join('')}; it is left out of the speech. Write it in kana.`;

/** The words of each piece by the rules of its language. */
function findSpoken(script: Script, language: Language): Span[] {
  const others = new Set(script.items.flatMap((item) => (item.kind === 'spoken' && item.style.language) || []));
  if (others.size === 0) return findWords(script.text, language);
  const words = new Map<Language, Span[]>();
  return script.items.flatMap((item) => {
    if (item.kind !== 'spoken') return [];
    const spoken = item.style.language ?? language;
    if (!words.has(spoken)) words.set(spoken, findWords(script.text, spoken));
    return words
      .get(spoken)!
      .filter(({ from, to }) => from < item.to && to > item.from)
      .map(({ from, to }) => ({ from: Math.max(from, item.from), to: Math.min(to, item.to) }))
      .filter(({ from, to }) => to > from && findWords(script.text.slice(from, to), spoken).length > 0);
  });
}

async function readItem(text: string, { from, to, style }: SpokenItem, language: Language): Promise<Reading[]> {
  if (style.alias !== undefined || style.spelled !== undefined) return [];
  const spoken = style.language ?? language;
  const piece = text.slice(from, to);
  const whole = style.sayAs && sayAs(spoken, piece, style.sayAs);
  const readings = whole === undefined ? await readPiece(piece, spoken) : [trimmed(piece, whole)];
  const and = spoken === 'en-GB' ? ' and' : '';
  return readings.map((reading) => ({
    from: reading.from + from,
    to: reading.to + from,
    say: tongueOf(spoken) === 'en' ? spellEnglishNumbers(reading.say, and) : reading.say,
  }));
}

function trimmed(piece: string, say: string): Reading {
  const from = piece.length - piece.trimStart().length;
  return { from, to: piece.trimEnd().length, say };
}

async function readPiece(piece: string, language: Language): Promise<Reading[]> {
  if (language === 'ja-JP') return readJapanese(piece);
  const narrowed = narrow(piece);
  const found = applyRules(narrowed, rulesOf(language));
  const readings = [...found, ...readNarrowed(piece, narrowed, found)].toSorted((a, b) => a.from - b.from);
  if (language !== 'ar') return readings;
  const vowels = findWords(piece, language).flatMap(({ from, to }): Reading[] => {
    const say = vocalise(piece.slice(from, to));
    const free = !readings.some((reading) => reading.from < to && from < reading.to);
    return say !== undefined && free ? [{ from, to, say }] : [];
  });
  return [...readings, ...vowels].toSorted((a, b) => a.from - b.from);
}
