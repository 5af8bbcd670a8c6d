import type { LanguageRules } from './language.ts';
import { numberFormat } from './number-format.ts';
import { formatNumber, NUMBER, parseNumber } from './numbers.ts';
import { alternatives, before, type Rule, re, rulesOf, table } from './rule.ts';
import { MINUS, nameMinus } from './signs.ts';

/**
 * Units with the same symbol in most languages. "@" refers to an Intl unit (ECMA-402, sanctioned simple units), which provides plurals.
 * Other entries list the plural and, after slashes, the singular, the form for a few, and the form for fractions.
 */
const METRIC = `
  km=@kilometer | m=@meter | cm=@centimeter | mm=@millimeter | kg=@kilogram | g=@gram | km/h=@kilometer-per-hour | m/s=@meter-per-second
  °C=@celsius | ºC=@celsius | ° C=@celsius | º C=@celsius | °F=@fahrenheit | ºF=@fahrenheit | ° F=@fahrenheit | GB=@gigabyte | MB=@megabyte | ml=@milliliter | mL=@milliliter | L=@liter | min=@minute
`;

/** Creates a table of the metric units and language-specific units. The latter take precedence. */
export const metricUnits = (own: string): Readonly<Record<string, string>> => ({ ...table(METRIC), ...table(own) });

/** A number that takes the plural form for many in every language. */
export const MANY = 1_000_000;

/** Returns the name of a unit from its entry in a table. The name is for use after `number`, which is in the language's notation. */
export function nameUnit(language: LanguageRules, entry: string, number: string): string {
  const { tag } = language;
  const value = Number(parseNumber(language, number));
  if (!entry.startsWith('@')) {
    const [many = '', one = many, few, part = few] = entry.split('/');
    if (number === '1') return one;
    if (few === undefined) return many;
    return /\D/.test(number) ? part! : ({ one, few }[new Intl.PluralRules(tag).select(value) as string] ?? many);
  }
  return numberFormat(tag, { style: 'unit', unit: entry.slice(1), unitDisplay: 'long' })
    .formatToParts(Number.isNaN(value) ? MANY : value)
    .filter(({ type }) => type === 'unit')
    .map((part) => part.value)
    .join('');
}

/** Creates a pattern for a language's units. "m2" counts as "m²". */
export const unitPattern = ({ units = {} }: LanguageRules): string =>
  alternatives(Object.keys(units)).replaceAll('²', '[²2]').replaceAll('³', '[³3]');

/** Returns the name of a unit written after a number, or undefined if it is unknown. */
export function verbalizeUnit(language: LanguageRules, unit: string, number: string): string | undefined {
  const entry = language.units?.[unit] ?? language.units?.[unit.replace('2', '²').replace('3', '³')];
  return entry === undefined ? undefined : nameUnit(language, entry, number);
}

export const unitEnd = ({
  unitEnd:
    own = "(?![\\p{L}\\p{M}\\d²³]|(?<!°[CF])/(?=\\d)|\\.\\p{L}|['’]\\p{L}|(?<=W)\\. \\p{Lu}\\p{L}+ (?:St|Ave|Rd|Blvd|Dr|Ln|Street|Avenue|Road|Boulevard|Drive|Lane)(?!\\p{L}))",
}: LanguageRules): string => own;

/** Writes a whole number in the gender of the unit that follows: "un euro", "две минуты". */
export function countOf(language: LanguageRules, number: string, name: string, left = ''): string {
  if (!/^[1-9]\d{0,2}$/.test(number)) return number;
  return language.count?.(Number(number), name.split(' ')[0] ?? name, left) ?? number;
}

/** Rules for numbers with units, including negative numbers and ranges: "-5 °C", "10-20 km". */
export function unitRules(language: LanguageRules): Rule[] {
  const { units, signs } = language;
  if (!units) return [];
  return rulesOf([
    re`(${MINUS})?(?<![\d.,])(?:(${NUMBER})\s?[-–~〜～]\s?)?(${NUMBER})\s?(${unitPattern(language)})${unitEnd(language)}`,
    (match) => {
      const [, minus, first, last = '', unit = ''] = match;
      const number = formatNumber(language, last);
      const name = verbalizeUnit(language, unit, number);
      const start = first === undefined ? '' : `${formatNumber(language, first)} ${signs.range} `.replace('  ', ' ');
      return `${minus ? nameMinus(language, unit) : ''}${start}${countOf(language, number, `${name}`, before(match, 20))} ${name}`;
    },
  ]);
}

/** Rules for the slash in a rate: "5 €/kg", "3x/day". */
export function rateRules(language: LanguageRules): Rule[] {
  const { rates, units } = language;
  if (!rates || !units) return [];
  const names = unitPattern(language);
  return rulesOf(
    [
      re`(?<=[€$£¥₹₽₫đ]|[€$£¥₹]\s?\d[\d.,]{0,12}|${rates.behind ?? '(?!)'}|\d ?(?:${names}|x|ct))\s?/\s?(?:(${alternatives(Object.keys(rates.each))})|(${names}))(?![\p{L}\p{M}\d])`,
      ([, other = '', unit = '']) => {
        const each = rates.each[other] ?? verbalizeUnit(language, unit, '1');
        // In Italian, the preposition is part of the name: "a notte", "all'ora".
        return /^al?l?[ ']/.test(`${each}`) ? ` ${each}` : ` ${rates.per} ${each}`;
      },
    ],
    // "5 € per m²", "le kg"
    [
      re`(?<=(?<!\p{L})(?:${rates.per}|le|au|je|el|o) ?)(?:[kк]?[mм][²³]|kg|km|kWh|mq|qm|lb|GB|кг|км)(?![\p{L}\p{M}\d/²³]| ?\d)`,
      ([unit]) => verbalizeUnit(language, unit, '1'),
    ],
  );
}
