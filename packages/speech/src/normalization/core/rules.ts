import { abbreviationRules, spelledRules } from './abbreviations.ts';
import { addressRules } from './addresses.ts';
import { dateRules, monthRules, weekdayRules } from './dates.ts';
import { fractionRules } from './fractions.ts';
import type { LanguageRules } from './language.ts';
import { moneyRules } from './money.ts';
import { countRules, numberRules } from './numbers.ts';
import { romanRules } from './roman.ts';
import type { Rule } from './rule.ts';
import { operatorRules, signRules } from './signs.ts';
import { telephoneRules } from './telephones.ts';
import { timeRules } from './times.ts';
import { rateRules, unitRules } from './units.ts';

/** Lists all rules for a language. The most certain rules come first, because earlier rules win. */
export function listRules(language: LanguageRules): Rule[] {
  const { first = [], own = [], last = [] } = language.rules ?? {};
  return [
    ...addressRules(language),
    ...dateRules(language),
    ...monthRules(language),
    ...telephoneRules(language),
    ...first,
    ...timeRules(language),
    ...moneyRules(language),
    ...romanRules(language),
    ...fractionRules(language),
    ...own,
    ...spelledRules(language),
    ...unitRules(language),
    ...rateRules(language),
    ...operatorRules(language),
    ...signRules(language),
    ...countRules(language),
    ...weekdayRules(language),
    ...abbreviationRules(language),
    ...last,
    ...numberRules(language),
  ];
}
