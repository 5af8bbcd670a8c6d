import type { Language } from '../../contract/index.ts';
import { HALVES, JOINTS, sayPart } from './fraction-names.ts';
import { alternatives } from './patterns.ts';
import { isPart, sayRating } from './ratings.ts';
import type { Rule } from './reading.ts';
import { bendRussianPart } from './russian-units.ts';
import { UNSPACED } from './signs.ts';
import { tongueOf } from './tongues.ts';
import { UNITS } from './unit-names.ts';
import { endOf, sayUnit } from './units.ts';

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

/** Hindi has words for halves: डेढ़, ढाई, and from three on साढ़े. */
const sayHindiHalf = (whole: number): string => ({ 1: 'डेढ़', 2: 'ढाई' })[whole] ?? `साढ़े ${whole}`;

/** Fractions as they stand in a text: parts of a whole that are commonly spoken of, so that dates and ratios are left alone. */
export function fractionRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  // Japanese counts in its own way.
  const units = tongue === 'ja' ? [] : Object.keys(UNITS[tongue]);
  const unit = units.length > 0 ? `\\s?(${alternatives(units)})${endOf(tongue)}` : '(?!)()';
  const say = (written: string, name = ''): string | undefined => {
    const fraction = sayFraction(language, written);
    const whole = /^\d+[ +]\d|^\d+[¼-¾⅐-⅞]/.test(written);
    if (fraction && name && tongue === 'ru') return `${fraction} ${bendRussianPart(name, written)}`;
    return fraction && [fraction, name && sayUnit(language, name, whole ? '2' : '1')].filter(Boolean).join(' ');
  };
  return [
    {
      pattern: new RegExp(`(?<![\\d.,])((?:\\d{1,3} ?)?[¼-¾⅐-⅞])(?:${unit})?`, 'gu'),
      say: ([, written = '', name]) => say(written, name),
    },
    {
      pattern: new RegExp(
        `(?<!(?!${UNSPACED})[\\d\\p{L}/+-]|(?<![/⁄]\\d*)\\d[.,]|\\.)((?:\\d{1,3}[ +])?(\\d{1,2})[/⁄](2|3|4|5|6|8|10|16))(?:${unit}|(?!(?!${UNSPACED})[\\d/\\p{L}]|[.,]\\d+(?![\\d/⁄])))`,
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
