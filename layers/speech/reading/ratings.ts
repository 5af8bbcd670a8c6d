import type { Tongue } from './tongues.ts';

/** What follows a part of a whole: "of the town", "der Stadt", or a unit in letters. */
const OF = /^ (?:of|der|des|von|d[eiou]s?|del|della|dell['’]|do|da)(?!\p{L})|^ d['’]/u;
const LENGTH =
  /^[ -](?:inch|mile|second|cup|yard|foot|acre|pound|ounce|Sekunde|Meile|Liter|segundo|seconde?|secondo|millas?|miglio)(?:e?[sn])?(?!\p{L})/u;

/** Whether what follows a fraction makes it a part of something, rather than a rating or a day. */
export const isPart = (after: string): boolean => OF.test(after) || LENGTH.test(after);

/** What is between the two numbers of a rating. */
const OUT_OF: Partial<Readonly<Record<Tongue, string>>> = {
  en: 'out of',
  de: 'von',
  fr: 'sur',
  es: 'de',
  it: 'su',
  pt: 'de',
  ru: 'из',
};

/** "8/10" is a rating: tenths are said only of something. */
export function sayRating(tongue: Tongue, above: string): string | undefined {
  const joint = OUT_OF[tongue];
  return joint && `${above} ${joint} 10`;
}
