import { abbreviationRules, spelledRules } from './abbreviations.ts';
import { addressRules, versionRules } from './addresses.ts';
import { countRules, groupRules } from './counts.ts';
import { dateRules, monthRules, weekdayRules } from './dates.ts';
import { fractionRules } from './fractions.ts';
import type { LanguageRules } from './language.ts';
import { magnitudeRules } from './magnitudes.ts';
import { moneyRules } from './money.ts';
import { romanRules, romanSignRules } from './roman.ts';
import type { Rule } from './rule.ts';
import { operatorRules, rangeRules, signRules } from './signs.ts';
import { telephoneRules } from './telephones.ts';
import { timeRules } from './times.ts';
import { pressureRules, rateRules, unitRules } from './units.ts';

/** All rules of a language, in the order in which they hold: what is surest first, since the earlier rule wins. */
export function listRules(language: LanguageRules): Rule[] {
  const { first = [], own = [], last = [] } = language.rules ?? {};
  return [
    ...addressRules(language),
    ...versionRules(language),
    ...dateRules(language),
    ...monthRules(language),
    ...telephoneRules(language),
    ...first,
    ...timeRules(language),
    ...moneyRules(language),
    ...romanRules(language),
    ...romanSignRules(language),
    ...fractionRules(language),
    ...own,
    ...spelledRules(language),
    ...magnitudeRules(language),
    ...pressureRules(language),
    ...unitRules(language),
    ...rateRules(language),
    ...rangeRules(language),
    ...signRules(language),
    ...operatorRules(language),
    ...groupRules(language),
    ...countRules(language),
    ...weekdayRules(language),
    ...abbreviationRules(language),
    ...last,
  ];
}
