import data from 'cldr-rbnf/rbnf/ru.json' with { type: 'json' };
import { createSpellout, type Spellout } from '../core/spellout.ts';

/** A gender or the plural, and any case except the nominative, named as in the CLDR rule sets: "masculine-genitive". */
export type Form = `${'masculine' | 'feminine' | 'neuter' | 'plural'}${
  | ''
  | `-${'genitive' | 'dative' | 'accusative' | 'instrumental' | 'prepositional'}`}`;

const sets = new Map<string, Spellout>();

function spell(set: string, value: number | string): string {
  const spellout = sets.get(set) ?? createSpellout(data, set);
  sets.set(set, spellout);
  // CLDR writes "е" where the voice needs "ё", and includes the "one" in "one thousand".
  return spellout(value)
    .replace(/^одн(?:а|ой|у) (?=тысяч)/, '')
    .replace(/(?<=четв|тр|чет)е(?=рт|х|м(?!я))|(?<=четыр)е(?=х|м(?!я))/g, 'ё');
}

/** Writes a number in words. CLDR lacks the prepositional case of twenty. */
export const cardinal = (value: number | string, form: Form): string =>
  spell(`cardinal-${form}`, value).replace(/двадцать/, form.endsWith('prepositional') ? 'двадцати' : '$&');

/** Writes an ordinal number in words. CLDR lacks whole hundreds, which consist of the genitive and an ending: "девятисотый". */
export function ordinal(value: number, form: Form): string {
  const hundreds = value % 1000;
  if (hundreds < 200 || hundreds % 100 !== 0) return spell(`ordinal-${form}`, value);
  const thousands = value > 1000 ? `${spell('cardinal-feminine', value - hundreds)} ` : '';
  return thousands + spell('cardinal-masculine-genitive', hundreds) + spell(`ordinal-${form}`, 100).slice('сот'.length);
}

/** Finds the form of the number of a day from the preceding text: "на пятое мая", "к пятому мая", or else "пятого мая". */
export function dayForm(before: string): Form {
  if (/(?<!\p{L})(?:на|по|это|сегодня|завтра|вчера) $/iu.test(before)) return 'neuter';
  return /(?<!\p{L})к $/iu.test(before) ? 'neuter-dative' : 'neuter-genitive';
}
