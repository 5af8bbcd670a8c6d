import type { Language } from '../../contract/index.ts';
import { sayDigits } from './digits.ts';
import { sayCount } from './gendered-numbers.ts';
import { COUNTED_IN_MILLIONS } from './magnitudes.ts';
import { NUMBER, writeNumber } from './numbers.ts';
import { alternatives } from './patterns.ts';
import type { Rule } from './reading.ts';
import { bendRussianUnit } from './russian-units.ts';
import { MINUS, RANGES, sayMinus, UNSPACED } from './signs.ts';
import { type Tongue, tongueOf } from './tongues.ts';
import { UNITS } from './unit-names.ts';

/** Numbers with their units, with a minus or as a range: "-5 °C", "10-20 km". */
export function unitRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  if (tongue === 'ja') return [];
  const units = UNITS[tongue];
  return [
    {
      pattern: new RegExp(
        `(${MINUS})?(?<![\\d.,])(?:(${NUMBER})\\s?[-–]\\s?)?(${NUMBER})\\s?(${alternatives(Object.keys(units))})${endOf(tongue)}`,
        'gu',
      ),
      say: ({ 0: match, 1: minus, 2: first, 3: last = '', 4: unit = '', index, input }) => {
        if (tongue === 'en' && unit === 'm' && COUNTED.test(input.slice(index + match.length))) return undefined;
        if (tongue === 'en' && / [a-zA-Z]$/.test(match) && LABEL.test(input.slice(Math.max(0, index - 20), index)))
          return undefined;
        const [from, number] = [first && joinGroups(language, first), joinGroups(language, last)];
        const name = sayUnit(language, unit, number);
        if (name === undefined) return undefined;
        const start = from === undefined ? '' : `${from} ${RANGES[tongue]} `.replace('  ', ' ');
        const speed = tongue === 'ko' ? KOREAN_SPEEDS[unit] : undefined;
        const measure = speed && !input.slice(0, index).trimEnd().endsWith(speed) ? `${speed} ` : '';
        return `${measure}${minus ? sayMinus(language, unit) : ''}${start}${sayDecimals(language, sayCount(tongue, number, name))} ${name}`;
      },
    },
  ];
}

/** What English counts in millions rather than meters: "5m people". */
const COUNTED = new RegExp(`^ ${COUNTED_IN_MILLIONS}`);

/** Before a number and a letter that are a name: "Room 5 L". */
const LABEL =
  /\b(?:size|room|section|sect?\.|flat|unit|apartment|apt\.?|suite|gate|row|seat|line|bus|route|grade|class|exit|figure|fig\.|table|part|page|question|article|chapter|form|type|model) $/i;

/** A number whose groups are parted by spaces, without them: some voices would say each group by itself. */
const joinGroups = (language: Language, number: string): string =>
  /[\s\u00a0\u2009\u202f]/.test(number) ? writeNumber(language, number) : number;

/** What Korean has before a speed: "시속 5 킬로미터". */
const KOREAN_SPEEDS: Readonly<Record<string, string>> = { 'km/h': '시속', 'm/s': '초속' };

/** What ends a unit: signs that need no spaces may stand right behind it, but behind Korean's own 도 more of its word. */
export function endOf(tongue: Tongue): string {
  if (tongue === 'zh') return `(?!(?!${UNSPACED})[\\p{L}\\p{M}\\d]|[\\d/²³])`;
  if (tongue === 'ko') return `(?!(?!(?<!도)${UNSPACED})[\\p{L}\\p{M}\\d]|[\\d/²³])`;
  return "(?![\\p{L}\\p{M}\\d²³]|/(?=\\d)|\\.\\p{L}|['’]\\p{L})";
}

/** The Korean voice does not say decimals. */
const sayDecimals = (language: Language, number: string): string =>
  tongueOf(language) === 'ko'
    ? number.replace(/\.(\d+)$/, (_, digits: string) => ` 점 ${sayDigits(language, digits)}`)
    : number;

/** The name of a unit after a number; undefined for one that is not known. */
export function sayUnit(language: Language, unit: string, number: string): string | undefined {
  const tongue = tongueOf(language);
  const names = tongue === 'ja' ? undefined : UNITS[tongue][unit];
  if (names === undefined) return undefined;
  if (tongue === 'ru') return bendRussianUnit(unit, number);
  const [many = '', one = many] = names.split('|');
  const name = number === '1' ? one : many;
  if (language === 'pt-PT') return name.replaceAll('quilômetro', 'quilómetro');
  return language === 'en-GB' ? name.replace(/meter/g, 'metre').replace(/liter/g, 'litre') : name;
}
