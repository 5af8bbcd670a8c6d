import type { FractionNames, LanguageRules } from './language.ts';
import { after, type Rule, re, rulesOf, UNSPACED } from './rule.ts';
import { unitEnd, unitPattern, verbalizeUnit } from './units.ts';

/** Pattern for text that follows fractions, but not ratings or days. */
export const WHOLE = ' (?:of|der|des|del?|d[aiou]s?|miles?|inch)(?!\\p{L})';

const FRACTION = /^(?:(\d+)[\s+]+)?(\d+)\s*[/⁄]\s*(\d+)$/;

/** Reads a fraction, with or without a whole number. Returns undefined if it cannot be read. */
export function verbalizeFraction({ fractions }: LanguageRules, text: string): string | undefined {
  // Writes "2½" as "2 1/2".
  const spread = text.replace(/(?<=\d)(?=[¼-¾⅐-⅞])/g, ' ').normalize('NFKD');
  const [, whole, above = '', below = ''] = FRACTION.exec(spread) ?? [];
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

/** Verbalizes parts of a whole: "three quarters". */
function verbalizePart({ part, one, over }: FractionNames, above: number, below: number): string {
  const [single, many] = (below <= 100 && part?.(below, above)?.split('/')) || [];
  if (!single) return `${above} ${over} ${below}`;
  if (above === 1) return one ? `${one} ${single}` : single;
  return many ? `${above} ${many}` : single;
}

/** Rules for common fractions, which leave dates, ratios, and ratings out of ten alone. */
export function fractionRules(language: LanguageRules): Rule[] {
  const { signs, fractions } = language;
  const unit = `\\s?(${unitPattern(language)})${unitEnd(language)}`;
  const { unitOf: one = '1', half = [], of = '' } = typeof fractions === 'function' ? {} : fractions;
  const verbalize = (match: RegExpExecArray, written: string, name = ''): string | undefined => {
    const counting = name === '' ? after(match) : ` ${verbalizeUnit(language, name, '1')}`;
    const isHalf = /½$|(?<!\d)1[/⁄]2$/.test(written);
    const [, noun = ''] = (isHalf && /^ (\p{Ll}{3,}?)s?(?!\p{L})/u.exec(counting)) || [];
    const isOwn = one === '1' ? /[ae]$/.test(language.count?.(1, noun) ?? '') : noun !== '';
    const said = verbalizeFraction(language, written);
    const isAlone = /^(?:1[/⁄]2|½)$/.test(written);
    const fraction = !half[2] || !isOwn ? said : isAlone ? half[2] : said?.replace(/o$/, 'a');
    if (fraction === undefined || name === '') return fraction;
    const [, whole] = /^(\d+)(?:[ +]\d|[¼-¾⅐-⅞])/.exec(written) ?? [];
    const counted = whole && (one === '1' ? '2' : whole);
    const joint = isHalf ? ' ' : `${of} `;
    return fraction + joint + verbalizeUnit(language, name, counted ?? one);
  };
  return rulesOf(
    [re`(?<![\d.,])((?:\d{1,3} ?)?[¼-¾⅐-⅞])(?:${unit})?`, (match) => verbalize(match, match[1]!, match[2])],
    [
      re`(?<!(?!${UNSPACED})[\d\p{L}/+-]|(?<![/⁄]\d{0,9})\d[.,]|\.)((?:\d{1,3}[ +])?(\d{1,2})[/⁄](2|3|4|5|6|8|10|16|20|100))(?:${unit}|(?!(?!${UNSPACED})[\d/\p{L}]|[.,]\d{1,20}(?![\d/⁄])))`,
      (match) => {
        const [all, written = '', above = '', below = '', name] = match;
        const isRating = /^\d?0+$/.test(below) && written === all && /^\d+\//.test(all) && Number(above) <= Number(below);
        if (isRating && signs.outOf && !new RegExp(`^${WHOLE}`, 'u').test(after(match)))
          return below === '20' && language.isMonthFirst && Number(above) < 13 ? undefined : `${above} ${signs.outOf} ${below}`;
        if (Number(above) === 0 || Number(above) >= Number(below)) return undefined;
        return verbalize(match, written, name);
      },
    ],
  );
}
