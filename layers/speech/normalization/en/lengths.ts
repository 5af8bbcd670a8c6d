import type { Rule } from '../core/rule.ts';
import { AMERICAN_NUMBERS } from './numbers.ts';

/** Where a length may begin: not within a number or a word. */
const START = '(?<![\\d\\p{L}.,])';

const nameInches = (inches: string): string => `inch${inches === '1' ? '' : 'es'}`;
const nameFeet = (feet: string): string => (feet === '1' ? 'foot' : 'feet');

/** Feet and inches by their signs: two marks may write the inches too. */
const BY_SIGNS = `${START}(\\d{1,2})\\s?['’′]\\s?(\\d{1,2})(?:\\s?(?:["”″]|''|’’|′′))?(?![\\d\\p{L}])`;

/** The full stop of "in." where the sentence goes on behind it. */
const STOP = '(?:\\.(?=\\s*[\\p{Ll}\\d,;)]))?';
/** What makes "in" the preposition: "3 in the water", "3 in total", "3 in 10". */
const PLACE = ' (?:the|an?|this|that|my|his|her|its|our|your|their|front|order|all|total|\\d)';
const BY_NAMES = `${START}(\\d{1,2}) ?(?:ft|feet|foot)\\.?,? ?(1[01]|\\d) ?in${STOP}(?![\\p{L}\\d]|${PLACE})`;

/** Feet and inches: 5'11", 5′ 11″, 5 ft 11 in, 12″. */
export const LENGTHS: readonly Rule[] = [
  {
    pattern: new RegExp(BY_SIGNS, 'gu'),
    verbalize: ([, feet, inches]) => (Number(inches) < 12 ? `${feet} foot ${inches}` : undefined),
  },
  {
    pattern: new RegExp(BY_NAMES, 'gu'),
    verbalize: ([, feet = '', inches = '']) => `${feet} ${nameFeet(feet)} ${inches} ${nameInches(inches)}`,
  },
  {
    pattern: new RegExp(`${START}(\\d+)\\s?″`, 'gu'),
    verbalize: ([, inches = '']) => `${inches} ${nameInches(inches)}`,
  },
  {
    pattern: new RegExp(`${START}(\\d+)\\s?′(?!\\d)`, 'gu'),
    verbalize: ([, feet = '']) => `${feet} ${nameFeet(feet)}`,
  },
];

/** Inches that stand right behind their number: "12in". */
export const INCHES: Rule = {
  pattern: new RegExp(`${START}(\\d+(?:\\.\\d+)?)in(?![\\p{L}\\d])`, 'gu'),
  verbalize: ([, length = '']) => `${AMERICAN_NUMBERS.cardinal(length)} ${nameInches(length)}`,
};
