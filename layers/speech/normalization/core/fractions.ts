import type { FractionNames, LanguageRules } from './language.ts';
import { after, alternatives, UNSPACED } from './patterns.ts';
import { type Rule, rulesOf } from './rule.ts';
import { unitEnd, verbalizeUnit } from './units.ts';

/** What follows a part of a whole: "of the town", "der Stadt", or a unit in letters. */
const OF = /^ (?:of|der|des|von|d[eiou]s?|del|della|dell['’]|do|da)(?!\p{L})|^ d['’]/u;
const LENGTH =
  /^[ -](?:inch|mile|second|cup|yard|foot|acre|pound|ounce|Sekunde|Meile|Liter|segundo|seconde?|secondo|millas?|miglio)(?:e?[sn])?(?!\p{L})/u;

/** Whether what follows a fraction makes it a part of something, rather than a rating or a day. */
export const isPart = (text: string): boolean => OF.test(text) || LENGTH.test(text);

const FRACTION = /^(?:(\d+)[\s+]+)?(\d+)\s*[/⁄]\s*(\d+)$/;

/** "2½" as "2 1/2". */
const spread = (text: string): string =>
  text
    .replace(/(?<=\d)(?=[¼-¾⅐-⅞])/g, ' ')
    .normalize('NFKD')
    .replace('⁄', '/');

/** Reads a fraction with a whole number before it or without; undefined for one that cannot be read. */
export function verbalizeFraction({ fractions }: LanguageRules, text: string): string | undefined {
  const [, whole, above = '', below = ''] = FRACTION.exec(spread(text)) ?? [];
  if (below === '' || Number(below) === 0) return undefined;
  if (typeof fractions === 'function') return fractions(Number(above), Number(below), whole);
  if (Number(above) === 1 && Number(below) === 2) {
    const [alone, joined] = fractions.half;
    if (whole === undefined) return alone;
    return fractions.wholeHalf?.(Number(whole)) ?? `${whole} ${joined}`;
  }
  const part = verbalizePart(fractions, Number(above), Number(below));
  return [whole, whole && fractions.joint, part].filter(Boolean).join(' ');
}

/** So many parts of a whole: "three quarters". */
function verbalizePart({ part, one, two, over }: FractionNames, above: number, below: number): string {
  const names = below > 100 ? undefined : part?.(below, above);
  if (!names) return `${above} ${over} ${below}`;
  const [single, many] = names;
  if (above === 1) return one ? `${one} ${single}` : single;
  if (many === '') return single;
  return `${(above === 2 && two) || above} ${many}`;
}

/** Parts of a whole that are commonly spoken of, so that dates and ratios are left alone, and ratings of ten. */
export function fractionRules(language: LanguageRules): Rule[] {
  const { units = {}, signs } = language;
  const unit = `\\s?(${alternatives(Object.keys(units))})${unitEnd(language)}`;
  const verbalize = (written: string, name = ''): string | undefined => {
    const fraction = verbalizeFraction(language, written);
    if (fraction === undefined || name === '') return fraction;
    const whole = /^(\d+)(?:[ +]\d|[¼-¾⅐-⅞])/.exec(written)?.[1];
    return `${fraction} ${language.partUnit?.(name, written) ?? verbalizeUnit(language, name, whole ? '2' : '1')}`;
  };
  return rulesOf(
    [
      new RegExp(`(?<![\\d.,])((?:\\d{1,3} ?)?[¼-¾⅐-⅞])(?:${unit})?`, 'gu'),
      ([, written = '', name]) => verbalize(written, name),
    ],
    [
      new RegExp(
        `(?<!(?!${UNSPACED})[\\d\\p{L}/+-]|(?<![/⁄]\\d{0,9})\\d[.,]|\\.)((?:\\d{1,3}[ +])?(\\d{1,2})[/⁄](2|3|4|5|6|8|10|16))(?:${unit}|(?!(?!${UNSPACED})[\\d/\\p{L}]|[.,]\\d{1,20}(?![\\d/⁄])))`,
        'gu',
      ),
      (match) => {
        const [all, written = '', above = '', below = '', name] = match;
        const isRating = below === '10' && name === undefined && Number(above) <= 10 && !isPart(after(match));
        const isWhole = written === all && /^\d+\//.test(all);
        const rating = isRating && isWhole && signs.outOf ? `${above} ${signs.outOf} 10` : undefined;
        if (rating || Number(above) === 0 || Number(above) >= Number(below)) return rating;
        return verbalize(written, name);
      },
    ],
  );
}
