import type { Tongue } from './tongues.ts';

/** Where a short form that may be a word, or a letter of its own, cites something: by the text before it and that behind it. */
interface Context {
  before?: RegExp;
  after?: RegExp;
}

/** The beginning of a text, or a sign that parts it. */
const PARTED = '^|[,;:(\\[/–—"“«„]\\s?';

/** "art. 5 of the treaty" or no noun behind it: "modern art. 5 people" is something else. */
const english: Context = {
  before: new RegExp(
    `(?:${PARTED}|(?<!\\p{L})(?:see|in|of|to|and|or|by|with|cf\\.|under|per|from|via|than)\\s|\\d\\.?\\s)$`,
    'iu',
  ),
  after:
    /^\s?\d+[\d.]*(?! (?!(?:of|and|to|or|in|is|was|on|as|says|states|provides|for|at|with|by|from|has|shows|that)\b)\p{Ll})/u,
};
/** No number of people or things behind it. */
const french: Context = {
  after: /^\s?\d+(?! (?!(?:du|de|des|et|à|ou|al|alinéa|prévoit|dispose|est|bis|ter|que|qui|sur)(?!\p{L}))\p{Ll})/u,
};
const span: Context = { before: /(?<!(?<!\p{L})an? |\d )$/iu };

const CONTEXTS: Partial<Readonly<Record<Tongue, Readonly<Record<string, Context>>>>> = {
  en: {
    ...{
      'art.': english,
      'Art.': english,
      'sec.': english,
      'Sec.': english,
      'fig.': english,
      'min.': span,
      'max.': span,
    },
    'no.': {
      before: new RegExp(
        `(?:${PARTED}|(?<!\\p{L})(?:the|a|and|or|of|as|at|ranked|see|in|from|with|his|her|its|our|their|my|your|room|house|flat|apartment|apt\\.|bus|tram|line|route|platform|gate|track|channel|issue|symphony|sonata|concerto|quartet|song|op\\. \\d+|patent|model|case|order|invoice|ticket|flight|player|part|item|chapter|page|question|exhibit|phone|registration|account|serial|number|vol\\. \\d+)[,]?\\s)$`,
        'iu',
      ),
    },
    // A year, not "vitamin c."
    'c.': {
      before: /(?<!\b(?:vitamin|class|type|plan|option|grade|part|hepatitis|note) )$/iu,
      after: /^\s?[12]?\d{3}(?!\d)/,
    },
  },
  de: {
    'S.': {
      before: new RegExp(
        `(?:${PARTED}|(?<!\\p{L})(?:siehe|vgl\\.|vergleiche|auf|von|bis|ab|und|oder|s\\.)\\s|\\d\\.?\\s)$`,
        'iu',
      ),
    },
    'Art.': { before: /(?<!(?<!\p{L})(?:dies|jed|all|solch|sein|ihr|ein|kein|welch|manch|unser|eigen|neu)\p{L}* )$/iu },
  },
  fr: { 'art.': french, 'Art.': french, 'vol.': french },
  it: { 'c.': { before: new RegExp(`(?:${PARTED}|\\d\\s|(?<!\\p{L})(?:al|del|il|e)\\s)$`, 'iu') } },
  ru: {
    'с.': { before: new RegExp(`(?:${PARTED}|(?<!\\p{L})(?:см\\.|на|со?)\\s)$`, 'iu') },
    'д.': { before: /(?<!т\. ?)$/ },
    'п.': { before: /(?<!т\. ?)$/ },
  },
};

/** Whether a short form before a number is the one that is meant. */
export function isCited(tongue: Tongue, short: string, before: string, after: string): boolean {
  const { before: left, after: right } = CONTEXTS[tongue]?.[short] ?? {};
  return (left?.test(before) ?? true) && (right?.test(after) ?? true);
}
