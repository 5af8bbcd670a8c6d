import type { LanguageRules } from '../core/language.ts';
import { verbalizeMagnitude } from '../core/money.ts';
import { anyCase, before, type Rule, re, rulesOf } from '../core/rule.ts';
import { verbalizeTime } from '../core/times.ts';
import { verbalizeUnit } from '../core/units.ts';
import { ordinalEnding, pluralize, verbalizeYear } from './numbers.ts';
import { INITIALS, PLACES, spellName } from './places.ts';

/** a.m. and p.m. A period after them remains unless the sentence clearly continues. */
const HALF = '([apAP])(?:\\.[mM](?:\\.(?=\\s*[\\p{Ll}\\d,]))?|[mM])(?![\\p{L}\\d])';
const verbalizeHalf = (half = ''): string => spellName(`${half.toUpperCase()}M`);

const MONTH =
  '(?:Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)?|Apr(?:il|\\.)?|May|June?\\.?|July?\\.?|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?)';
const DAY = '(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)';
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Nouns counted in millions, not meters: "5m people". */
const PEOPLE =
  '(?:people|users|customers|views|followers|downloads|jobs|households|homes|barrels|tonnes|tons|shares|copies|visitors|players|workers|subscribers|members|fans|dollars|euros|pounds|years)\\b';

const START = '(?<![\\d\\p{L}.,])';

/** Feet and inches: 5'11", 5′ 11″, 5 ft 11 in, 12″, 12 in x 8 in. In "3 in the water" and "3 in 10", "in" is a preposition. */
const LENGTHS = rulesOf(
  [re`${START}(\d{1,2})\s?['’′]\s?(1[01]|\d)(?:\s?(?:["”″]|''|’’|′′))?(?![\d\p{L}])`, ([, feet, inches]) => `${feet} foot ${inches}`],
  [
    re`${START}(\d+(?:\.\d+)?)(?:in|\s?″|\sin(?=\.?(?:[,;)]|\s(?:x|by|wide|tall|long|deep|high|thick)\b|$))|\sin(?<=(?:ft|feet|foot)\.?,? \d+ in)(?! (?:the|an?|this|that|my|his|her|its|our|your|their|front|order|all|total|\d))(?:\.(?= \p{Ll}))?)(?![\p{L}\d])`,
    ([, length]) => `${length} inch${length === '1' ? '' : 'es'}`,
  ],
  [/(?<=\d ?(?:in|ft|mm|cm|m)\.? )x(?= ?\d)/g, 'by'],
);

const BRITISH = rulesOf(
  // "opens at 7.30" and "between 9 and 10.30" are times, but "stood at 7.15" and "at 7.15 metres" are not. "2-0" is "two nil".
  [
    /(?<=\b(?:(?:open|clos|start|beg[aiu]n|leav|left|arriv|meet|met|depart|finish|end|due|doors?|train|bus|lesson|class|dinner|lunch|breakfast|party|see you)\p{Ll}* at|(?:[Aa]rriv|[Dd]epart|[Ll]eav)ing|[Tt]he(?= \d+\.\d\d (?:train|bus|flight|ferry|coach|service|to \p{Lu}))|[Uu]ntil|[Tt]ill|[Bb]etween \d{1,2} and) )(?<!(?:rate|price|index|pound|share)s? .{0,30})(1[0-2]|[1-9])\.([0-5][05])(?=[,;:)!?]|\.?(?:$|\s\p{Lu})| (?:train|bus|flight|ferry|coach|service|to (?=\p{Lu})|on|every|each|this|tomorrow|today|tonight|in the|for|sharp|and then|but|when)\b)/gu,
    ([, hours, minutes]) => `${hours} ${minutes === '00' ? "o'clock" : minutes === '05' ? 'oh five' : minutes}`,
  ],
  [/(?<![\p{L}\p{N}.,/-])([0-9])[-–]0(?![\p{L}\d/–-]|[.,]\d|[ ,]+\d[-–]\d)/gu, ([, goals]) => `${goals === '0' ? 'nil' : goals} nil`],
  [/(?<![\p{L}\d.,])(\d{1,3}(?:\.\d)?)p(?![\p{L}\d])/gu, ([, pence]) => `${pence} pence`],
  [
    /(?<![\p{L}\d.,])(\d+)(?:st(?!\p{L})| st(?= \d+ ?lb|\b(?! \p{Lu})))/gu,
    ([written, weight = '']) => (/\d st/.test(written) || !written.endsWith(ordinalEnding(Number(weight))) ? `${weight} stone` : undefined),
  ],
);

/** Words that turn the next four digits into a year. */
const BEFORE_YEAR = `in|since|of|from|until|till|by|year|before|after|around|circa|ca?\\.|between|through|spring|summer|autumn|fall|winter|early|late|mid|${MONTH}`;

/** Rules for days next to their month: "5 May", "5-7 May", "May 5-7". */
const dayRules = ({ ordinal }: LanguageRules): Rule[] => {
  const days = (from = '', to?: string) => ordinal(Number(from)) + (to ? ` to ${ordinal(Number(to))}` : '');
  const one = '([12]?\\d|3[01])';
  return rulesOf(
    [re`(?<=(?<!\p{L})${MONTH} )${one}(?:[-–]${one})?(?![\d:%\p{L}-]|[./]\d)`, ([, from, to]) => days(from, to)],
    [
      re`(?<![\p{L}\p{N}.,/]|\p{L}-)${one}(?:[-–]${one})?(?:st|nd|rd|th)?(?= ${MONTH}(?! \d{1,2}\b)(?!\p{L}))`,
      (match) => `${/\bthe $/i.test(before(match)) ? '' : 'the '}${days(match[1], match[2])} of`,
    ],
  );
};

/** Numbers read digit by digit: emergency numbers, codes ("ends in 4417", "your PIN is 4821"), and postal codes after a state. */
const SERVICES = String.raw`(?<![\d\p{L}.,$£€/-])(911|999|988|(?<=(?:[Cc]all|[Dd]ial|[Rr]ing) )(?:[134]11|101|112))(?![\d\p{L}%]|[.,/-]\d| \p{Ll}+s\b| (?:people|of|per)\b)`;
const CODES = String.raw`(?<=\b(?:(?:[Cc]ard|[Aa]ccount|[Nn]umber|[Pp]hone)\b[^.!?\d]{0,30}end(?:s|ing)? in|(?:PIN|passcode|(?:access|security|verification|confirmation|door|entry|gate|zip) code)(?: is|:)?|(?:account|order|invoice|reference|tracking|confirmation|case|ticket|booking) (?:number|no\.)(?: is|:)?|[Tt]ext(?: [A-Z]{2,10} to)?(?= \d{5,6}(?!\d))) #?)\d{3,12}(?![\d%]|[.,:/-]\d| (?!(?:was|is|has|will|and|or|on|at|for|to|in|from|before|when|if)\b)\p{Ll})`;
const POSTAL = String.raw`(?<=\b(?:[A-Z]{2}|(?:ZIP|zip)(?: code)?(?: is)?) )\d{5}(?:-\d{4})?(?!\d)`;

/** Rules that apply before the general rules: times with a.m. or p.m., ranges, initials, emergency numbers, lengths, and places. */
export const firstRules = (language: LanguageRules): Rule[] => [
  ...rulesOf(
    [
      re`(?<![\d:.,])([01]?\d|2[0-4])[:.]([0-5]\d)(?::([0-5]\d))?\s?${HALF}`,
      ([, hours, minutes, seconds = '0', half]) => {
        const time = verbalizeTime(language, Number(hours), Number(minutes), Number(seconds), true);
        return time && `${time} ${verbalizeHalf(half)}`;
      },
    ],
    [re`(?<![\d:.,]|(?<![mM]\.?)-)(1[0-2]|0?[1-9])\s?${HALF}`, ([, hours, half]) => `${Number(hours)} ${verbalizeHalf(half)}`],
    [
      /(?<![\d\p{L}$€£.,/-])((?:1[1-9]|20)\d\d)[-–]((?:1[1-9]|20)\d\d)(?![\d\p{L}/-]|[.,]\d)/gu,
      ([, from, to]) => (Number(from) < Number(to) ? `${verbalizeYear(Number(from))} to ${verbalizeYear(Number(to))}` : undefined),
    ],
    [
      // Working hours. Elsewhere, "9-5" may be a score.
      anyCase`(?<=(?<!\p{L})(?:open|opens|hours|daily|weekdays|${DAY}\p{Ll}*)[,:.]? \d{1,2})[-–](?=\d{1,2}(?![\d\p{L}/-]|[.,:]\d))|(?<=\d)[-–](?=\d{1,2} (?:job|shift)\b)`,
      ' to ',
    ],
    [/(?<![\p{L}\d.,])(\d+\.\d+)s(?![\p{L}\d'’])/gu, ([, seconds]) => `${seconds} seconds`],
    [/(?<![\d/])(?:50\/50|24\/7|9\/11)(?![\d/])/g, ([pair]) => pair.replace('24/7', '24 seven').replace('/', ' ')],
    [re`${SERVICES}|${CODES}|${POSTAL}`, ([number]) => [...number.replace('-', '')].join(' ')],
    [/(?<=\b[Aa]n? )(\d{1,3}) ?y\/o(?!\p{L})/gu, ([, years]) => `${years} year old`],
    [/(?<=\b[Aa]n? )1\/([24])(?=[ -]\p{Ll})/gu, ([, parts]) => (parts === '2' ? 'half' : 'quarter')],
    // Before a noun, a unit is singular, as in "a 20cm tin", "two 500 mg tablets", and "a 5 km walk", but not in "a 5 km from here".
    [
      /(?<![\d.,])(\d{1,4}(?:\.\d+)?)[ -]?(cm|mm|m|km|kg|mg|g|ml|oz|lb|ft|mile|inch|min)(?= (?:(?:tablet|capsule|pill|dose|bag|bottle|jar|pack|packet|tin|tub|carton|sachet)s?\b|(?<=\b[Aa]n? [\d.]+[ -]?\p{Ll}+ )(?!and|or|of|in|at|on|to|from|for|per|away|long|wide|tall|high|deep|thick|each|apart|below|above|more|less|than|a|the)\p{Ll}{3}))/gu,
      ([, number = '', unit = '']) => `${number} ${verbalizeUnit(language, unit, '1') ?? unit}`,
    ],
    // "180C", "350F": oven temperatures
    [
      /(?<![\d\p{L}.,#£$€-]|\p{Lu}[\p{L}-]* )([12]\d[05](?=C)|[2-5]\d[05](?=F))[CF](?![\p{L}\d])/gu,
      ([written, number]) => `${number} degrees ${written.endsWith('C') ? 'Celsius' : 'Fahrenheit'}`,
    ],
    // "a £75 deposit", "the city's $2.4 billion transit plan"
    [
      re`([$£€])(\d+(?:,\d{3})*(?:\.\d+(?= ?(?:\p{Ll}+illion|m|bn|k)(?!\p{L})))?)(?: ?(million|billion|trillion|m|bn|k)(?!\p{L}))?(?:(?<=\b[Aa]n? [$£€][\d,]+)(?= (?!an?\b|per\b|million|billion|thousand|trillion|and\b|or\b|to\b|for\b|in\b)\p{Ll}{3})|(?= (?:(?!from|with|into|than|each|over|under|this|that|next|last|more|less|after|worth|have|were|when|plus|until|toward|because|before|since|through|just|only|they|what)\p{Ll}{4,}(?: |-))?(?:plan|deal|budget|package|project|loan|fund|program|programme|investment|contract|settlement|prize|grant|acquisition|takeover|merger|stake|debt|deficit|surplus|fee|deposit|discount|coupon|voucher|ticket|fine|bill|lawsuit|mortgage|upgrade|renovation|expansion|scheme|stadium|purchase|bonus|salary|rebate|donation)(?![\p{L}'’]| (?:to|with|by)\b)))`,
      ([, sign = '', sum = '', name = '']) =>
        `${sum}${name && ' '}${language.money.magnitudes?.[name] ?? ''} ${{ $: 'dollar', '£': 'pound' }[sign] ?? 'euro'}`,
    ],
  ),
  ...dayRules(language),
  ...INITIALS,
  ...(language.tag === 'en-GB' ? BRITISH : []),
  ...LENGTHS,
  ...PLACES,
  ...rulesOf(
    [/\b(?:(?<![Ss]ection )c\.(?= ?[12]\d{3}\b)|ca\.(?= ?\d))/g, 'circa'],
    [/(?<=\b(?:in|of|since|from) )['’]0(\d)\b/g, ([, year]) => `oh ${year}`],
    [/(?<=\d ?[ap]\.?m\.? ?)[-–](?= ?\d)/giu, ' to '],
    [/\bNo\.(?= ?\d)|(?<![\p{L}\d])#(?=\d)/gu, 'number'],
    [/(?<![\p{L}\d.,])(\d{1,3}) ?x(?=\/| (?:per|a|daily|faster|more)\b)/gu, ([, count]) => `${count} times`],
    // "breakfast incl.", "incl. breakfast", and "min. stay". After a number, "min." means minutes.
    [/\bincl\.(?= [\p{L}\d])/gu, 'including'],
    [/\bincl\.?(?=[,;)]|$)/gu, 'included'],
    [/(?<=^|[,;:(] ?)min\.(?= \p{Ll})/gu, 'minimum'],
    // Names such as AT&T and R&D.
    [/\b[A-Z]{1,3}(?:&[A-Z]{1,3})+\b/g, ([name]) => spellName(name)],
  ),
];

/** Rules for abbreviated thousands and millions without a currency: "1.5M views". */
export const magnitudeRules = (language: LanguageRules): Rule[] =>
  rulesOf([
    re`(?<![\p{L}\p{N}.,/$€£]|\p{L}-)(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s?(bn|mn|tn|m(?= ${PEOPLE})|[MKk](?=\+? ${PEOPLE})|(?<=\.\d{1,2})[MKBk])(?![\p{L}\d])`,
    ([, amount = '', magnitude = '']) => verbalizeMagnitude(language, amount, magnitude),
  ]);

/** Rules that apply after all others: abbreviated weekdays, days of a month, years, decades, and ordinal numbers. */
export function lastRules({ cardinal, ordinal }: LanguageRules): Rule[] {
  const start = '(?<![\\p{L}\\p{N}.,/]|\\p{L}-)';
  const end = '(?![\\p{L}\\p{N}/%]|[.,]\\d|-\\p{L}\\d)';
  const year: Rule['verbalize'] = ([, written]) => verbalizeYear(Number(written));
  return rulesOf(
    [
      re`(?<![\p{L}\d.-])(${DAY})(?:\.(?=\s*[\p{Ll}\d,;:)–-]|\s${MONTH})|(?=, ${MONTH}|:? \d| & ${DAY}\b))`,
      ([, name = '']) => DAYS.find((known) => known.startsWith(name.slice(0, 3))),
    ],
    [
      /(?<![\p{L}\d.,])((?:1[1-9]|20)\d)0s\b/gu,
      ([, decade]) => (decade === '200' ? 'two thousands' : pluralize(verbalizeYear(Number(decade) * 10))),
    ],
    // "the 80s", "under-16s"
    [
      /(?<![\p{L}\d.,])['’]?([2-9]0|(?<=\b(?:[Uu]nder|[Oo]ver)-)\d{1,2})s\b/gu,
      ([, number = '']) => pluralize(cardinal?.(number) ?? number),
    ],
    [anyCase`(?<=(?<!\p{L})(?:${BEFORE_YEAR})(?: \d{1,2}(?:st|nd|rd|th)?)?,? )(1\d{3}|20\d\d)${end}`, year],
    [re`${start}(1[1-9]\d\d(?= (?:BC|AD|BCE|CE)\b)|(?:19\d\d|20[1-9]\d)${end})`, year],
    [
      re`${start}(\d{1,3}(?:,\d{3})+|\d{1,12})(?:st|nd|rd|th)(?!\p{L})`,
      ([written, digits = '']) => {
        // "21st", but not "10st", which is a weight.
        const value = Number(digits.replaceAll(',', ''));
        return written.endsWith(ordinalEnding(value)) ? ordinal(value) : undefined;
      },
    ],
    // A ratio, or a score above a hundred points.
    [
      /(?<![\p{L}\p{N}.,:/-])(\d{1,4})(?::|(?<=(?<!\d)(?:1\d\d|[6-9]\d))[-–](?=1\d\d|[6-9]\d))(\d{1,4})(?![\p{L}\p{N}:/–-])/gu,
      ([, left, right]) => `${left} to ${right}`,
    ],
  );
}
