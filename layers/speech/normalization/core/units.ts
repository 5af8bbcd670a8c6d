import type { LanguageRules } from './language.ts';
import { formatNumber, hasSpaces, NUMBER, parseNumber } from './numbers.ts';
import { after, alternatives, before, table } from './patterns.ts';
import { type Rule, rulesOf } from './rule.ts';
import { MINUS, nameMinus } from './signs.ts';

/**
 * Units that most languages write alike. "@" names a unit of Intl (ECMA-402, sanctioned simple units), which knows its plurals; other
 * names are for many, and behind a stroke for one.
 */
const METRIC = `
  km=@kilometer | m=@meter | cm=@centimeter | mm=@millimeter | kg=@kilogram | g=@gram | km/h=@kilometer-per-hour
  m/s=@meter-per-second | °C=@celsius | GB=@gigabyte | MB=@megabyte | ml=@milliliter | mL=@milliliter | L=@liter | min=@minute
`;

/** A table of units: the metric ones, and those of the language, which come first. */
export const metricUnits = (own: string): Readonly<Record<string, string>> => ({ ...table(METRIC), ...table(own) });

const formats = new Map<string, Intl.NumberFormat>();

/**
 * The name of a unit behind a number.
 *
 * @param entry An entry of a table of units.
 * @param number As the language writes it.
 */
export function nameUnit(language: LanguageRules, entry: string, number: string): string {
  if (!entry.startsWith('@')) {
    const [many = '', one = many, few] = entry.split('/');
    if (number === '1') return one;
    if (few === undefined) return many;
    // Fractions are counted as a few are.
    return /\D/.test(number) ? few : ({ one, few }[pluralOf(language, number) as string] ?? many);
  }
  const { tag } = language;
  const key = tag + entry;
  const format =
    formats.get(key) ?? new Intl.NumberFormat(tag, { style: 'unit', unit: entry.slice(1), unitDisplay: 'long' });
  formats.set(key, format);
  const value = Number(parseNumber(language, number));
  return format
    .formatToParts(Number.isNaN(value) ? MANY : value)
    .filter(({ type }) => type === 'unit')
    .map((part) => part.value)
    .join('');
}

/** A number that has the plural of many in every language. */
const MANY = 1_000_000;

/** The category of a number's plural: one, few, many, other. */
function pluralOf(language: LanguageRules, number: string): Intl.LDMLPluralRule {
  const rules = plurals.get(language.tag) ?? new Intl.PluralRules(language.tag);
  plurals.set(language.tag, rules);
  return rules.select(Number(parseNumber(language, number)));
}

const plurals = new Map<string, Intl.PluralRules>();

/** The name of a unit as it is written behind a number; undefined for one that is not known. */
export function verbalizeUnit(language: LanguageRules, unit: string, number: string): string | undefined {
  const entry = language.units?.[unit];
  return entry === undefined ? undefined : nameUnit(language, entry, number);
}

/** What may not follow a unit. */
const UNIT_END = "(?![\\p{L}\\p{M}\\d²³]|/(?=\\d)|\\.\\p{L}|['’]\\p{L})";

/** What ends a unit in a language. */
export const unitEnd = ({ unitEnd: own = UNIT_END }: LanguageRules): string => own;

/** A whole number in the gender of the unit behind it: "un euro", "две минуты". */
export function countOf(language: LanguageRules, number: string, name: string): string {
  if (!/^[1-9]\d{0,2}$/.test(number)) return number;
  const [noun = name] = name.split(' ');
  return language.count?.(Number(number), noun) ?? number;
}

/** Numbers with their units, with a minus or as a range: "-5 °C", "10-20 km". */
export function unitRules(language: LanguageRules): Rule[] {
  const { units, signs, beforeUnits = {}, isUnit, decimals = (number: string) => number } = language;
  if (!units) return [];
  const join = (number: string) => (hasSpaces(number) ? formatNumber(language, number) : number);
  const any = alternatives(Object.keys(units));
  return rulesOf([
    new RegExp(`(${MINUS})?(?<![\\d.,])(?:(${NUMBER})\\s?[-–]\\s?)?(${NUMBER})\\s?(${any})${unitEnd(language)}`, 'gu'),
    (match) => {
      const [written, minus, first, last = '', unit = ''] = match;
      if (isUnit && !isUnit(unit, written, before(match, 20), after(match))) return undefined;
      const number = join(last);
      const name = verbalizeUnit(language, unit, number);
      if (name === undefined) return undefined;
      const start = first === undefined ? '' : `${join(first)} ${signs.range} `.replace('  ', ' ');
      const opening = beforeUnits[unit];
      const opened = opening && !before(match).trimEnd().endsWith(opening) ? `${opening} ` : '';
      const sign = minus ? nameMinus(language, unit) : '';
      return `${opened}${sign}${start}${decimals(countOf(language, number, name))} ${name}`;
    },
  ]);
}

/** A pressure of the blood: two numbers with their unit. */
export const pressureRules = (language: LanguageRules): Rule[] =>
  rulesOf([
    /(?<![\d/.,])(\d{2,3})\/(\d{2,3}) ?(mmHg|мм рт\. ст\.)/gu,
    ([, high, low = '', unit = '']) =>
      [high, language.signs.over, low, verbalizeUnit(language, unit, low) ?? unit].filter(Boolean).join(' '),
  ]);

/** The stroke between a sum, or an amount, and what it is for: "5 €/kg", "3x/day". */
export function rateRules(language: LanguageRules): Rule[] {
  const { rates, units } = language;
  if (!rates || !units) return [];
  const names = alternatives(Object.keys(units));
  const behind = `[€$£¥₹₽₫]|[€$£¥₹]\\s?\\d[\\d.,]{0,12}|đ|руб\\.|\\d ?(?:${names}|x|ct|€)|(?:times|lần|Mal|volte|veces|vezes|fois|раза?|बार)`;
  return rulesOf([
    new RegExp(
      `(?<=${behind})\\s?/\\s?(?:(${alternatives(Object.keys(rates.each))})|(${names}))(?![\\p{L}\\p{M}\\d])`,
      'gu',
    ),
    ([, other = '', unit = '']) => ` ${rates.per} ${rates.each[other] ?? verbalizeUnit(language, unit, '1')}`,
  ]);
}
