import type { Language } from '@talking-avatar/contract';
import type { Script, SpokenItem } from '../text/script.ts';
import { findWords, isSpaced, type Span } from '../text/words.ts';
import type { LanguageRules } from './core/language.ts';
import { spellNumbers } from './core/numbers.ts';
import { applyRules, type Rule, table, type Verbalization } from './core/rule.ts';
import { listRules } from './core/rules.ts';
import { verbalizeAs } from './core/say-as.ts';
import { separateScripts } from './core/scripts.ts';
import { narrow, readNarrowed } from './core/widths.ts';
import { mergeWords, type ReadWord } from './core/words.ts';
import { LANGUAGE_RULES } from './languages.ts';
import RESPELLED from './respelled.json' with { type: 'json' };

export interface NormalizedScript {
  script: Script;
  /** Words of the text, in order. An expression read as a unit, such as "12,50 €", is one word. */
  words: Span[];
  /** Each word's reading, or undefined if the word is spoken as written. */
  readings: (string | undefined)[];
}

/**
 * Normalizes text for a voice: writes numbers with units, dates, times, sums of money, abbreviations, addresses, and telephone numbers as
 * words, reads Japanese with a dictionary, and assigns each script to a voice that can read it.
 * @param language Language of the text. Parts may be tagged with another language.
 * @returns the words and readings, and warnings about unreadable text
 */
export async function normalizeScript(written: Script, language: Language): Promise<NormalizedScript> {
  const script = separateScripts(written, language, LANGUAGE_RULES);
  const readings: Verbalization[] = [];
  const known = new Map<string, readonly Verbalization[]>();
  for (const item of script.items) {
    if (item.kind !== 'spoken') continue;
    // Text that changes script with every letter has many pieces, most of which are identical.
    const key = JSON.stringify([item.style, script.text.slice(item.from, item.to)]);
    const found = known.get(key) ?? (await normalizeItem(script.text, item, language));
    known.set(key, found);
    readings.push(...found.map(({ from, to, spoken }) => ({ from: from + item.from, to: to + item.from, spoken })));
  }
  const find = (piece: string) => findWords(piece, language);
  // Endings with a separate style are spoken separately.
  const joins = ({ from, to }: Span): boolean =>
    isSpaced(language) && script.items.some((item) => item.kind === 'spoken' && item.from < from && to <= item.to);
  const words = mergeWords(findSpoken(script, language), readings, script.text, find, joins);
  const unreadable = readings.flatMap(({ from, to, spoken }) => (spoken === '' ? [...script.text.slice(from, to)] : []));
  return {
    script: { ...script, warnings: [...script.warnings, ...(unreadable.length > 0 ? [warnOfUnreadable(unreadable)] : [])] },
    words: words.map(({ from, to }) => ({ from, to })),
    readings: pronounceWords(words, script, language),
  };
}

const warnOfUnreadable = (signs: readonly string[]): string =>
  `The dictionary has no reading for ${[...new Set(signs)].slice(0, 10).join('')}, so it is omitted from the speech; write it in kana.`;

/** Finds the words in a text, using the rules for the language of each part. A word may span several styles in one language. */
function findSpoken(script: Script, language: Language): Span[] {
  const isForeign = ({ style }: SpokenItem): boolean => (style.language ?? language) !== language;
  if (!script.items.some((item) => item.kind === 'spoken' && isForeign(item))) return findWords(script.text, language);
  const found = new Map<Language, { words: Span[]; at: number }>();
  return script.items.flatMap((item) => {
    if (item.kind !== 'spoken') return [];
    const spoken = item.style.language ?? language;
    const known = found.get(spoken) ?? { words: findWords(script.text, spoken), at: 0 };
    found.set(spoken, known);
    const { words } = known;
    // Items are in the order of the text. A word may span several items.
    while (known.at < words.length && words[known.at]!.to <= item.from) known.at++;
    const inside: Span[] = [];
    for (let i = known.at; i < words.length && words[i]!.from < item.to; i++) {
      const [from, to] = [Math.max(words[i]!.from, item.from), Math.min(words[i]!.to, item.to)];
      const isCut = from > words[i]!.from || to < words[i]!.to;
      if (!isCut || findWords(script.text.slice(from, to), spoken).length > 0) inside.push({ from, to });
    }
    return inside;
  });
}

/** Respellings for loanwords and names that the voices mispronounce. */
const respelled = new Map(Object.entries(RESPELLED).map(([tag, words]) => [tag, table(words)]));

/** Finds each word's reading, respelled if the voice follows the spelling too closely. */
function pronounceWords(words: readonly ReadWord[], { text, items }: Script, language: Language): (string | undefined)[] {
  let at = 0;
  return words.map(({ from, to, spoken }) => {
    while (at < items.length - 1 && !(items[at]!.kind === 'spoken' && from < (items[at] as SpokenItem).to)) at++;
    const item = items[at];
    if (item?.kind !== 'spoken' || item.style.alias !== undefined || item.style.spelled !== undefined) return spoken;
    if (item.style.ipa !== undefined) return spoken;
    const { pronounce, tag } = LANGUAGE_RULES[item.style.language ?? language];
    const written = spoken ?? text.slice(from, to);
    const loan = spoken === undefined && respelled.get(tag)?.[written.toLowerCase()];
    if (loan) return loan;
    const pronounced = pronounce?.(written) ?? written;
    return pronounced === written ? spoken : pronounced;
  });
}

/** Finds the readings of a piece, relative to its start. */
async function normalizeItem(text: string, { from, to, style }: SpokenItem, language: Language): Promise<Verbalization[]> {
  if (style.alias !== undefined || style.spelled !== undefined) return [];
  const rules = LANGUAGE_RULES[style.language ?? language];
  const piece = text.slice(from, to);
  const whole = style.sayAs && verbalizeAs(rules, narrow(piece), style.sayAs);
  const readings =
    whole === undefined
      ? await normalizePiece(piece, rules)
      : [{ from: piece.length - piece.trimStart().length, to: piece.trimEnd().length, spoken: whole }];
  return readings.map((reading) => ({ ...reading, spoken: spellNumbers(rules, reading.spoken) }));
}

async function normalizePiece(piece: string, language: LanguageRules): Promise<Verbalization[]> {
  if (language.readText) return language.readText(piece);
  const narrowed = narrow(piece);
  const found = applyRules(narrowed, rulesOf(language));
  return [...found, ...readNarrowed(piece, narrowed, found)].toSorted((a, b) => a.from - b.from);
}

const known = new Map<LanguageRules, readonly Rule[]>();

function rulesOf(language: LanguageRules): readonly Rule[] {
  const rules = known.get(language) ?? listRules(language);
  known.set(language, rules);
  return rules;
}
