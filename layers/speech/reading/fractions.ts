import type { Language } from '../../contract/index.ts';
import { sayEnglishOrdinal } from './english-numbers.ts';
import { alternatives } from './patterns.ts';
import { choose } from './plurals.ts';
import type { Rule } from './reading.ts';
import { ROMANCE_ORDINALS } from './romance-ordinals.ts';
import { sayRussianOrdinal } from './russian-numbers.ts';
import { UNSPACED } from './signs.ts';
import { type Tongue, tongueOf } from './tongues.ts';
import { endOf, sayUnit, UNITS } from './units.ts';

/** How the parts of a whole are called: `one` of them and `many`. */
type Parts = (below: number, language: Language) => { one: string; many: string } | undefined;

const pair = (one: string, many: string) => ({ one, many });

const GERMAN_PARTS: Readonly<Record<number, string>> = { 3: 'Drittel', 7: 'Siebtel', 8: 'Achtel' };
const GERMAN_STEMS = ['', '', '', '', 'Vier', 'Fünf', 'Sechs', '', '', 'Neun', 'Zehn', 'Elf', 'Zwölf'];

/** Names of the parts from halves on. */
const PARTS: Partial<Readonly<Record<Tongue, Parts>>> = {
  en: (below, language) => {
    if (below === 2) return pair('half', 'halves');
    const name = below === 4 ? 'quarter' : sayEnglishOrdinal(`${below}`, language === 'en-GB' ? ' and' : '');
    return pair(name, `${name}s`);
  },
  de: (below) => {
    if (below === 2) return pair('halb', 'Halbe');
    const name = GERMAN_PARTS[below] ?? (GERMAN_STEMS[below] && `${GERMAN_STEMS[below]}tel`);
    return name ? pair(name, name) : undefined;
  },
  fr: (below) => {
    const name = { 2: 'demi', 3: 'tiers', 4: 'quart' }[below] ?? ROMANCE_ORDINALS.fr(below);
    return name === undefined ? undefined : pair(name, below === 3 ? name : `${name}s`);
  },
  es: (below) => {
    const name = { 2: 'medio', 3: 'tercio' }[below] ?? (below <= 10 ? ROMANCE_ORDINALS.es(below) : undefined);
    return name === undefined ? undefined : pair(name, `${name}s`);
  },
  it: (below) => {
    const name = below === 2 ? 'mezzo' : ROMANCE_ORDINALS.it(below);
    return name === undefined ? undefined : pair(name, name.replace(/o$/, 'i'));
  },
  pt: (below) => {
    const name = { 2: 'meio', 3: 'terço' }[below] ?? (below <= 10 ? ROMANCE_ORDINALS.pt(below) : undefined);
    return name === undefined ? undefined : pair(name, `${name}s`);
  },
  ru: (below) => {
    if (below === 3) return pair('треть', 'трети');
    if (below === 4) return pair('четверть', 'четверти');
    const [one, many] = [sayRussianOrdinal(below, 'f'), sayRussianOrdinal(below, 'pl-gen')];
    return one && many ? pair(one, many) : undefined;
  },
  hi: (below) => {
    const name = { 3: 'तिहाई', 4: 'चौथाई' }[below];
    return name ? pair(name, name) : undefined;
  },
};

/** One of the parts, with its number: the article differs. */
const ONE: Partial<Readonly<Record<Tongue, string>>> = {
  en: 'one',
  de: 'ein',
  fr: 'un',
  es: 'un',
  it: 'un',
  pt: 'um',
  ru: 'одна',
  hi: 'एक',
};

/** Halves, where they are said alone, and what joins them to a whole number. */
const HALVES: Partial<Readonly<Record<Tongue, readonly [alone: string, joined: string]>>> = {
  en: ['one half', 'and a half'],
  de: ['ein halb', 'einhalb'],
  fr: ['un demi', 'et demi'],
  es: ['un medio', 'y medio'],
  it: ['un mezzo', 'e mezzo'],
  pt: ['um meio', 'e meio'],
  ru: ['одна вторая', 'с половиной'],
  hi: ['आधा', ''],
  vi: ['một phần hai', 'rưỡi'],
  ar: ['نصف', 'ونصف'],
};

const JOINTS: Partial<Readonly<Record<Tongue, string>>> = {
  en: 'and',
  fr: 'et',
  es: 'y',
  it: 'e',
  pt: 'e',
  ru: 'и',
  ar: 'و',
};

/** How a fraction is put where its parts have no name. */
const OVER: Partial<Readonly<Record<Tongue, string>>> = {
  en: 'over',
  de: 'durch',
  fr: 'sur',
  es: 'sobre',
  it: 'su',
  pt: 'sobre',
  ru: 'дробь',
  hi: 'बटा',
  vi: 'phần',
  ar: 'على',
};

const ARABIC: Readonly<Record<string, string>> = {
  '1/3': 'ثلث',
  '2/3': 'ثلثان',
  '1/4': 'ربع',
  '3/4': 'ثلاثة أرباع',
  '1/5': 'خمس',
  '1/8': 'ثمن',
  '1/10': 'عشر',
};

/** A fraction with a whole number before it or without; undefined for one that cannot be read. */
export function sayFraction(language: Language, text: string): string | undefined {
  const [, whole, above = '', below = ''] = FRACTION.exec(spread(text)) ?? [];
  if (below === '' || Number(below) === 0) return undefined;
  const tongue = tongueOf(language);
  if (tongue === 'zh') return `${whole ? `${whole}又` : ''}${below}分之${above}`;
  if (tongue === 'ja') return `${whole ? `${whole}と` : ''}${below}ブンノ${above}`;
  if (tongue === 'ko') return `${whole ? `${whole}와 ` : ''}${below}분의 ${above}`;
  if (Number(above) === 1 && Number(below) === 2) {
    const [alone, joined] = HALVES[tongue]!;
    if (whole === undefined) return alone;
    if (tongue === 'de' && whole === '1') return 'eineinhalb';
    return tongue === 'hi' ? sayHindiHalf(Number(whole)) : `${whole} ${joined}`;
  }
  const part = sayPart(tongue, language, Number(above), Number(below));
  return [whole, whole && JOINTS[tongue], part].filter(Boolean).join(' ');
}

const FRACTION = /^(?:(\d+)[\s+]+)?(\d+)\s*[/⁄]\s*(\d+)$/;

/** "2½" as "2 1/2". */
const spread = (text: string): string =>
  text
    .replace(/(?<=\d)(?=[¼-¾⅐-⅞])/g, ' ')
    .normalize('NFKD')
    .replace('⁄', '/');

function sayPart(tongue: Tongue, language: Language, above: number, below: number): string {
  const known = tongue === 'ar' ? ARABIC[`${above}/${below}`] : undefined;
  if (known) return known;
  const parts = below > 100 ? undefined : PARTS[tongue]?.(below, language);
  if (!parts) return `${above} ${OVER[tongue] ?? ''} ${below}`;
  if (above === 1) return `${ONE[tongue]} ${parts.one}`;
  return `${tongue === 'ru' && above === 2 ? 'две' : above} ${parts.many}`;
}

/** Hindi has words for halves: डेढ़, ढाई, and from three on साढ़े. */
const sayHindiHalf = (whole: number): string => ({ 1: 'डेढ़', 2: 'ढाई' })[whole] ?? `साढ़े ${whole}`;

/** Russian units as a fraction has them: of one, and of many. */
const RUSSIAN_UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  км: ['километра', 'километров'],
  м: ['метра', 'метров'],
  см: ['сантиметра', 'сантиметров'],
  мм: ['миллиметра', 'миллиметров'],
  кг: ['килограмма', 'килограммов'],
  г: ['грамма', 'граммов'],
  л: ['литра', 'литров'],
  мл: ['миллилитра', 'миллилитров'],
  ч: ['часа', 'часов'],
};

/** "одна вторая километра", but "5 с половиной километров": halves beside a whole number are counted with it. */
function bendRussianUnit(unit: string, written: string): string {
  const [one, many] = RUSSIAN_UNITS[unit] ?? [unit, unit];
  const [, whole] = /^(\d+)(?:[ +]1[/⁄]2|½)$/.exec(written) ?? [];
  return whole === undefined ? one : choose(Number(whole), one, one, many);
}

/** Fractions as they stand in a text: parts of a whole that are commonly spoken of, so that dates and ratios are left alone. */
export function fractionRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  // Japanese counts in its own way.
  const units = tongue === 'ja' ? [] : Object.keys(tongue === 'ru' ? RUSSIAN_UNITS : UNITS[tongue]);
  const unit = units.length > 0 ? `\\s?(${alternatives(units)})${endOf(tongue)}` : '(?!)()';
  const say = (written: string, name = ''): string | undefined => {
    const fraction = sayFraction(language, written);
    const whole = /^\d+[ +]\d|^\d+[¼-¾⅐-⅞]/.test(written);
    if (fraction && name && tongue === 'ru') return `${fraction} ${bendRussianUnit(name, written)}`;
    return fraction && [fraction, name && sayUnit(language, name, whole ? '2' : '1')].filter(Boolean).join(' ');
  };
  return [
    {
      pattern: new RegExp(`(?<![\\d.,])((?:\\d{1,3} ?)?[¼-¾⅐-⅞])(?:${unit})?`, 'gu'),
      say: ([, written = '', name]) => say(written, name),
    },
    {
      pattern: new RegExp(
        `(?<!(?!${UNSPACED})[\\d\\p{L}/+-]|\\d[.,]|\\.)((?:\\d{1,3}[ +])?(\\d{1,2})[/⁄](2|3|4|5|6|8|10|16))(?:${unit}|(?!(?!${UNSPACED})[\\d/\\p{L}]|[.,]\\d))`,
        'gu',
      ),
      say: ({ 0: match, 1: written = '', 2: above = '', 3: below = '', 4: name, index, input }) => {
        const after = input.slice(index + match.length);
        const rated = below === '10' && name === undefined && Number(above) <= 10 && !isPart(after);
        const rating = rated && written === match && /^\d+\//.test(match) ? sayRating(tongue, above) : undefined;
        if (rating || Number(above) === 0 || Number(above) >= Number(below)) return rating;
        return say(written, name);
      },
    },
  ];
}

/** What follows a part of a whole: "of the town", "der Stadt", or a unit in letters. */
const OF = /^ (?:of|der|des|von|d[eiou]s?|del|della|dell['’]|do|da)(?!\p{L})|^ d['’]/u;
const LENGTH =
  /^[ -](?:inch|mile|second|cup|yard|foot|acre|pound|ounce|Sekunde|Meile|Liter|segundo|seconde?|secondo|millas?|miglio)(?:e?[sn])?(?!\p{L})/u;

/** Whether what follows a fraction makes it a part of something, rather than a rating or a day. */
export const isPart = (after: string): boolean => OF.test(after) || LENGTH.test(after);

/** What is between the two numbers of a rating. */
const OUT_OF: Partial<Readonly<Record<Tongue, string>>> = {
  en: 'out of',
  de: 'von',
  fr: 'sur',
  es: 'de',
  it: 'su',
  pt: 'de',
  ru: 'из',
};

/** "8/10" is a rating: tenths are said only of something. */
function sayRating(tongue: Tongue, above: string): string | undefined {
  const joint = OUT_OF[tongue];
  return joint && `${above} ${joint} 10`;
}
