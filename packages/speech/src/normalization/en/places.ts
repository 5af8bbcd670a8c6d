import { type Rule, re, rulesOf, table } from '../core/rule.ts';
import { verbalizePairs } from './numbers.ts';

/** Words that begin a sentence rather than a name. */
const BEGINNING =
  '(?:He|She|It|They|We|I|You|The|This|That|These|Those|There|Then|Here|A|An|And|But|Or|So|In|On|At|By|For|From|To|With|As|If|When|While|Since|After|Before|However|Later|Now|Today|My|Our|Your|His|Her|Its|Their|Who|What|Where|Why|How|No|Nobody|Yes|All|Some|Many|Most|Each|Every|Everyone|One|Two|Let|Please|Do|Did|Is|Are|Was|Can|Will|Dr|Mr|Mrs|Ms)\\b';

/** Text before the word for a street: a house number and a name, or a name that is not a preposition. */
const NUMBERED = "(?<=\\d+\\p{L}{0,2} (?:[NSEW]\\.? )?(?:\\p{Lu}[\\p{L}'’.-]+ ){0,2}(?:\\p{Lu}[\\p{L}'’.-]+|\\d+(?:st|nd|rd|th)) )";
const NAMED = "(?<=(?<!\\p{L})(?!(?:In|At|From|The|To|Near|Of|On|For|Visit|And|With|Saint|Mount)\\b)\\p{Lu}[\\p{L}'’-]+ )";
/** Matches if the sentence ends, or continues with lowercase letters or digits. */
const NO_NAME = `\\s*(?:[,;:!?)]|$)|\\s+(?:[\\p{Ll}\\d#]|${BEGINNING}|(?:Apt|Apartment|Suite|Unit|Floor)\\b)`;
/** A period that is part of an abbreviation because the sentence continues. */
const STOP = '(?:\\.(?=,|\\s+[\\p{Ll}\\d]|\\s+(?:[NSEW]|Apt|Apartment|Suite|Unit|Floor)\\b))?';
/** Unambiguous abbreviations for streets. */
const STREETS = table('Ave=avenue | Blvd=boulevard | Rd=road | Ln=lane | Hwy=highway | Pkwy=parkway');
const DIRECTIONS = table('N=north | S=south | E=east | W=west');
const NAMES = table('Dr=Doctor | St=Saint | Mt=Mount | Ft=Fort');

/** A street after a compass letter and one or two names: "1420 W. Maple Ave". */
const STREET =
  ' (?:[NSEW]\\.? )?(?:(?:\\p{Lu}[\\p{L}.]+|\\d+(?:st|nd|rd|th)) ){1,3}(?:St|Ave|Rd|Blvd|Dr|Ln|Ct|Pl|Hwy|Pkwy|Street|Avenue|Road|Boulevard|Drive|Lane|Court|Place|Way|Parkway|Highway)(?!\\p{L})';

/** Rules for street names, and for St., Dr., Mt., and Ft., depending on context. */
export const PLACES: readonly Rule[] = rulesOf(
  // A four-digit house number, read in two pairs.
  [re`(?<![\p{L}\d.,#$£-])[1-9]\d{3}(?=${STREET})`, ([number]) => verbalizePairs(Number(number))],
  [re`${NUMBERED}(St|Dr)\b${STOP}(?=\.?(?:${NO_NAME}))`, ([, short]) => (short === 'St' ? 'street' : 'drive')],
  [re`${NAMED}(St|Dr)(?:\.(?=,|\s+[\p{Ll}\d])|(?=\.(?:\s*$|\s+${BEGINNING})))`, ([, short]) => (short === 'St' ? 'street' : 'drive')],
  [
    // "Ave Maria" and "an Ave" refer to a prayer.
    re`(?<=(?:\d(?:st|nd|rd|th)|(?!(?:The|An?|Sing|Our|Hail)\b)\p{Lu}[\p{L}'’]+) )(${Object.keys(STREETS).join('|')})\b${STOP}(?! Maria)`,
    ([, short = '']) => STREETS[short],
  ],
  [
    /(?<=(?:Ave|St|Rd|Blvd|Dr|Street|Avenue|Road|Boulevard|Drive|Lane)\.? )([NS]?[EW]|[NS])(?![\p{L}\d'’]|\.\p{L})|(?<=\d )([NSEW])\.(?= (?:\d+(?:st|nd|rd|th)\b|(?:\p{Lu}\p{L}+ ){1,2}(?:Ave|St|Rd|Blvd|Dr|Ln|Street|Avenue|Road|Boulevard|Drive|Lane)\b))/gu,
    ([, side, direction = side ?? '']) => [...direction].map((letter) => DIRECTIONS[letter]).join(''),
  ],
  [/\b(Dr(?!\.)|St|Mt|Ft)(?:\.(?= ?\p{Lu}\p{Ll})|(?= \p{Lu}\p{Ll}))/gu, ([, short = '']) => NAMES[short]],
);

/** Spells a name in capitals. The voice would read a lone A as the article. */
export const spellName = (name: string): string => [...name].map((sign) => ({ '&': 'and', A: 'eigh' })[sign] ?? sign).join(' ');

const BEGINS = new RegExp(`^${BEGINNING}`);

/** Rules for initials. Their last period remains if it may end the sentence. */
export const INITIALS: readonly Rule[] = rulesOf(
  [
    // Initials may end their sentence before a name, but not in "the U.S. Army".
    /(?<![\p{L}\d.])(?!(?<=\b[Tt]he )(?!U\.S\.)(?:\p{Lu}\.)+ )((?:\p{Lu}\.){2,})(?=\p{Lu}\p{Ll}| (\p{Lu}\p{Ll}+))/gu,
    ([, initials = '', next = '']) => (BEGINS.test(next) ? undefined : spellName(initials.replaceAll('.', '')) + (next === '' ? ' ' : '')),
  ],
  [/(?<![\p{L}\d.])((?:\p{Lu}\.)+\p{Lu})(?=\. \p{Lu})/gu, ([name]) => spellName(name.replaceAll('.', ''))],
);
