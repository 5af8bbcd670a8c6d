import type { Language } from '../../contract/index.ts';
import { sayDigits } from './digits.ts';
import type { Rule } from './reading.ts';
import { type Tongue, tongueOf } from './tongues.ts';

/** Numbers that each country writes in its own way; first the longer ones. */
const OF_TONGUE: Partial<Readonly<Record<Tongue, readonly RegExp[]>>> = {
  en: [
    /(?<![\d\p{L}.])(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[.-])\d{3}[ .-]\d{4}(?!\d)/gu,
    /(?<![\d\p{L}.])1 \d{3} \d{3} \d{4}(?!\d)/gu,
    // What begins with 555, as in films, or ends in groups like 0199 is no range.
    /(?<![\d\p{L}.-])(?:555-\d{4}|[2-9]\d{2}-0\d{3})(?![\d-])/gu,
  ],
  fr: [/(?<!\d[.,]? ?)0 8\d\d \d{3} \d{3}(?! ?\d)/g, /(?<!\d)0\d(?:[ .\u00a0\u202f-]?\d{2}){4}(?!\d)/g],
  es: [
    /(?<!\d[.,]? ?)[69]\d\d \d{3} \d{3}(?! ?\d| \p{Ll})/gu,
    /(?<!\d)[6-9]\d \d{3}(?: \d{2}){2}(?!\d)/g,
    /(?<!\d)[6-9]\d{2}(?: \d{2}){3}(?!\d)/g,
  ],
  pt: [
    // CPF and CNPJ, then telephones, then postal codes behind their name.
    /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/g,
    /(?<!\d)\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}(?!\d)/g,
    /(?<!\d)(?:\(\d{2}\) ?9?\d{4}|\d{2} 9\d{4}|9\d{4})-\d{4}(?![\d-])/g,
    /(?<=(?<!\p{L})CEP:? ?)\d{5}-\d{3}(?![\d-])/giu,
    // Of Portugal: mobile numbers, and postal codes before their town.
    /(?<!\d[.,]? ?)9[1236]\d \d{3} \d{3}(?! ?\d)/g,
    /(?<![\d-])\d{4}-\d{3}(?= \p{Lu})/gu,
  ],
  it: [/(?<!\d[.,]? ?)800 \d{3} \d{3}(?! ?\d| \p{Ll})/gu, /(?<![\d-])3\d{2}-\d{6,7}(?![\d-])/g],
  ru: [/(?<!\d)8[ -]?\(?\d{3}\)?[ -]?\d{3}-?\d{2}-?\d{2}(?!\d)/g, /(?<![\d-])\d{3}-\d{2}-\d{2}(?![\d-])/g],
  hi: [/(?<!\d)[6-9]\d{4} ?\d{5}(?!\d)/g],
  zh: [
    /(?<!\d)1[3-9]\d(?:\d{8}|[ -]\d{4}[ -]\d{4})(?!\d)/g,
    /(?<![\d-])0\d{2,3}-\d{7,8}(?![\d-])/g,
    /(?<![\d-])[48]00-\d{3,4}-\d{3,4}(?![\d-])/g,
  ],
};

/** Words before a row of groups that make it a telephone number rather than a large one. */
const CALLED: Partial<Readonly<Record<Tongue, string>>> = {
  es: 'tel\\.|teléfono|móvil|llam[ea]n?s?|llamar|llámen?[om]e?s?|número',
  pt: 'tel\\.|telefone|telemóvel|ligue|ligar|número|contacto',
  it: 'tel\\.|telefono|cellulare|chiam\\p{L}+|numero',
  de: 'Tel\\.|Telefon|Nummer|Handy|rufen',
  ru: 'тел\\.|телефон\\p{L}*|звоните|номер\\p{L}*',
  fr: 'tél\\.|téléphone|numéro|appelez',
  en: 'phone|number|call|dial|ring|text',
  hi: 'फ़ोन|फोन|मोबाइल|नंबर|कॉल',
};

/** Short words before a day rather than before a number that is called. */
const BEFORE_DAYS =
  'on|by|before|after|from|until|till|since|in|du|el|del|vom|am|bis|ab|dal|il|do|de|em|dia|от|с|до|в|на';

/** Digits that a telephone number has at least. */
const SHORTEST = 7;

/** What looks like a telephone number and is a day, a span of years, or a span of round numbers. */
const DAY = /^(?:\d{1,2}([ ./-])\d{1,2}\1\d{4}|\d{4}([ ./-])\d{1,2}\2\d{1,2})$/;
const SPAN = /^(?:(?:1[1-9]|20)\d\d[ -](?:1[1-9]|20)\d\d|(?:\d*00[ -])+\d*00)$/;
/** What is counted or paid behind a number. */
const COUNTED = /^ ?(?:[€$£¥₽₹%]|euros?\b|dollars?\b|people\b|persone\b|personas\b|pessoas\b|reais\b|руб)/iu;

/**
 * Telephone numbers, and others that are told digit by digit: with a plus or brackets in front, a zero, or groups with hyphens.
 * Dates and sums with groups look alike; what is not surely a telephone number is left.
 */
export function telephoneRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  const say: Rule['say'] = ({ 0: number, index, input }) => {
    const enough = number.replace(/\D/g, '').length >= SHORTEST;
    const other = DAY.test(number) || SPAN.test(number) || COUNTED.test(input.slice(index + number.length));
    return enough && !other ? sayTelephone(language, number) : undefined;
  };
  const called = CALLED[tongue];
  return [
    { pattern: /(?<![\d\p{L}])\+\d[\d ()./-]{5,18}\d(?!\d)/gu, say },
    ...(OF_TONGUE[tongue] ?? []).map((pattern) => ({ pattern, say })),
    ...(called
      ? [
          {
            pattern: new RegExp(
              `(?<=(?<!\\p{L})(?:${called})[ :]{1,2}(?:(?!(?:${BEFORE_DAYS}) )\\p{L}{1,6} ){0,2})\\d{2,5}(?:[ .-]\\d{2,7}){1,4}(?![\\d/]|[.,-]\\d)`,
              'giu',
            ),
            say,
          },
        ]
      : []),
    {
      pattern: /(?<![\d\p{L}])(?:\((?!(?:19|20)\d\d\))\d{2,5}\)[ -]?|0\d{1,3}-)\d{3,8}(?:[ -]\d{3,5}){0,2}(?![\d-])/gu,
      say,
    },
    { pattern: /(?<![\d\p{L}])\d{2,4}-\d{3,4}-\d{3,4}(?![\d-])/gu, say },
    // A zero, and two groups, the other one long; or as many digits as no date has.
    { pattern: /(?<![\d\p{L}.,:/-])0\d{1,4}[ /]\d{4,9}(?![\d.,:/-]|[ ]\d)/gu, say },
    {
      pattern: /(?<![\d\p{L}.,:/-])0\d{1,4}(?:[ /.-]\d{2,8}){1,4}(?![\d/-])/gu,
      say: ([number]) => (number.replace(/\D/g, '').length >= 9 ? sayTelephone(language, number) : undefined),
    },
    // Beside decimals, a zero in front says that each digit counts.
    {
      pattern: /(?<![\d\p{L}.,:/-]|\d[ \u00a0\u2009\u202f])0\d{2,14}(?![\d\p{L}:/-]|[.,]\d)/gu,
      say: ([number]) => sayTelephone(language, number),
    },
  ];
}

/** French tells its numbers in pairs, all others digit by digit, with a rest between groups. */
export function sayTelephone(language: Language, written: string): string {
  const groups = written.match(/\d+/g) ?? [];
  const packed = groups.length === 1 && /^0\d{9}$/.test(groups[0]!) ? groups[0]!.match(/\d{2}/g)! : groups;
  if (tongueOf(language) !== 'fr' || packed.length < 4 || !packed.every((group) => group.length === 2)) {
    return sayDigits(language, written);
  }
  return packed.map((group) => (group.startsWith('0') ? [...group].join(' ') : group)).join(', ');
}
