import type { Rule } from '../core/rule.ts';

/** Words with which a new sentence begins after "Main St." */
const BEGINNING =
  '(?:He|She|It|The|They|We|I|You|This|That|These|Those|A|An|And|But|In|On|At|My|Our|There|Then|When|If|So|Dr|Mr|Mrs|Ms)\\b';

/** A house number and a name, or a name alone that no preposition is: what a street has before it. */
const NUMBERED =
  "(?<=\\d+\\p{L}{0,2} (?:[NSEW]\\.? )?(?:\\p{Lu}[\\p{L}'’.-]+ ){0,2}(?:\\p{Lu}[\\p{L}'’.-]+|\\d+(?:st|nd|rd|th)) )";
const NAMED =
  "(?<=(?<!\\p{L})(?!(?:In|At|From|The|To|Near|Of|On|For|Visit|And|With|Saint|Mount)\\b)\\p{Lu}[\\p{L}'’-]+ )";
/** The sentence ends, or goes on in small letters or figures. */
const NO_NAME = `\\s*(?:[,;:!?)]|$)|\\s+(?:[\\p{Ll}\\d#]|${BEGINNING}|(?:Apt|Apartment|Suite|Unit|Floor|Bldg)\\b)`;

/** Short forms of streets that no other word looks like. */
const STREETS: Readonly<Record<string, string>> = {
  Ave: 'avenue',
  Blvd: 'boulevard',
  Rd: 'road',
  Ln: 'lane',
  Hwy: 'highway',
  Pkwy: 'parkway',
};
const DIRECTIONS: Readonly<Record<string, string>> = { N: 'north', S: 'south', E: 'east', W: 'west' };
/** A house number's street, or a numbered one; "Ave Maria" and "an Ave" are a prayer. */
const STREET = `(?<=(?:\\d(?:st|nd|rd|th)|(?!(?:The|An?|Sing|Our|Hail)\\b)\\p{Lu}[\\p{L}'’]+) )(${Object.keys(STREETS).join('|')})\\b(?:\\.(?=,|\\s+[\\p{Ll}\\d]|\\s+[NSEW]))?(?! Maria)`;

/** A short form behind a numbered street's name; its full stop is read with it unless the sentence ends there too. */
const numbered = (short: string): RegExp =>
  new RegExp(
    `${NUMBERED}${short}\\b(?:\\.(?=,|\\s+\\p{Ll}|\\s+(?:Apt|Apartment|Suite|Unit|Floor|Bldg)\\b)|(?=\\.))?(?=\\.?(?:${NO_NAME}))`,
    'gu',
  );

/** St., Dr., Mt. and Ft. by what stands beside them. */
export const PLACES: readonly Rule[] = [
  { pattern: numbered('St'), verbalize: () => 'street' },
  { pattern: numbered('Dr'), verbalize: () => 'drive' },
  { pattern: new RegExp(`${NAMED}St\\.(?=,|\\s+[\\p{Ll}\\d])`, 'gu'), verbalize: () => 'street' },
  { pattern: new RegExp(`${NAMED}Dr(?=\\.\\s*$)`, 'gu'), verbalize: () => 'drive' },
  { pattern: new RegExp(`${NAMED}Dr\\.(?=,|\\s+\\p{Ll})`, 'gu'), verbalize: () => 'drive' },
  { pattern: new RegExp(STREET, 'gu'), verbalize: ([, short = '']) => STREETS[short] },
  {
    pattern:
      /(?<=\p{Lu}[\p{L}'’]+ |\d(?:st|nd|rd|th) )(?<=(?:Ave|St|Rd|Blvd|Dr|Ln|Hwy|Pkwy|Way|Street|Avenue|Road|Boulevard|Drive|Lane)\.? )([NS]?[EW]|[NS])(?![\p{L}\d'’]|\.\p{L})/gu,
    verbalize: ([, direction = '']) => [...direction].map((letter) => DIRECTIONS[letter]).join(''),
  },
  { pattern: /\bDr(?= \p{Lu}\p{Ll})/gu, verbalize: () => 'Doctor' },
  { pattern: new RegExp(`${NAMED}St(?=\\.(?:\\s*$|\\s+${BEGINNING}))`, 'gu'), verbalize: () => 'street' },
  { pattern: /\bSt(?:\.(?= ?\p{Lu}\p{Ll})|(?= \p{Lu}\p{Ll}))/gu, verbalize: () => 'Saint' },
  { pattern: /\bMt(?:\.(?= ?\p{Lu}\p{Ll})|(?= \p{Lu}\p{Ll}))/gu, verbalize: () => 'Mount' },
  { pattern: /\bFt(?:\.(?= ?\p{Lu}\p{Ll})|(?= \p{Lu}\p{Ll}))/gu, verbalize: () => 'Fort' },
];
