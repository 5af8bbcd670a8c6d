import data from 'cldr-rbnf/rbnf/hi.json' with { type: 'json' };
import type { LanguageRules } from '../core/language.ts';
import { rulesOf, table } from '../core/rule.ts';
import { createSpellout } from '../core/spellout.ts';
import { metricUnits } from '../core/units.ts';

const ordinal = createSpellout(data, 'ordinal-masculine');

/** Hours and their quarters: "सवा नौ बजे", "साढ़े नौ बजे", "पौने सात बजे". */
function verbalizeTime(hours: number, minutes: number): string {
  if (minutes === 0) return `${hours} बजे`;
  const half = { 1: 'डेढ़', 2: 'ढाई' }[hours] ?? `साढ़े ${hours}`;
  const quarter = { 15: `सवा ${hours}`, 30: half, 45: `पौने ${(hours % 12) + 1}` }[hours > 0 && hours < 13 ? minutes : 0];
  return quarter ? `${quarter} बजे` : `${hours} बजकर ${minutes} मिनट`;
}

/** Adds a postposition to a time without one. */
const first = rulesOf([
  /(?<![\d:.,])([01]?\d|2[0-4]):([0-5]\d) बजे(?! (?:से|तक|के|का|की|पर)(?![\p{L}\p{M}]))/gu,
  ([, hours, minutes]) => verbalizeTime(Number(hours), Number(minutes)).replace(/मिनट$/, 'मिनट पर'),
]);

const own = rulesOf(
  // Postal codes after a town, and train numbers.
  [
    /(?<=[\p{L}\p{M}] ?[-–] ?)[1-8]\d{5}(?=\s*(?:[।,;)]|$))|(?<=(?:पिन|पिन कोड|ट्रेन (?:नं\.|नंबर|संख्या)) ?:? ?)[1-9]\d{4,5}(?![\d.,%])/gu,
    ([code]) => [...code].join(' '),
  ],
  // Years and other numbers below 2000 are counted in hundreds.
  [
    /(?<![\d.,:/₹$-]|\p{L})(1[1-9])(\d\d)(?= (?:में|से|तक|के|का|की|को|ई\.|ईस्वी)(?!\p{L}))/gu,
    ([, hundreds, rest]) => `${hundreds} सौ${rest === '00' ? '' : ` ${Number(rest)}`}`,
  ],
  [
    /(?<![\d\p{L}])1(?=ल[ाीे])|(?<![\d\p{L}])[23](?=र[ाीे])|(?<![\d\p{L}])4(?=थ[ाीे])/gu,
    ([number]) => ['पह', 'दूस', 'तीस', 'चौ'][Number(number) - 1],
  ],
  [/(?<![\d\p{L}])(\d{1,2})(?=वीं|वें)/gu, ([, number]) => ordinal(Number(number)).replace(/वाँ$/, '')],
);

export const hindi: LanguageRules = {
  tag: 'hi-IN-u-nu-latn',
  // The voice cannot read decimals.
  cardinal: (number) => number.replace(/\.(\d+)$/, (_, digits: string) => ` दशमलव ${[...digits].join(' ')}`),
  ordinal,
  pronounce: (word) => word.replace(/एँ$/, 'एं'),
  signs: {
    address: ['ऐट', 'डॉट', 'स्लैश', 'डैश', 'अंडरस्कोर'],
    math: ['से कम या बराबर', 'से ज़्यादा या बराबर', 'बराबर नहीं', 'लगभग', 'प्लस माइनस', 'माइनस '],
    arithmetic: ['प्लस', 'गुणा', 'भाग', 'बराबर'],
    range: 'से',
    result: '',
    pressure: 'बटा',
  },
  date: ({ day, monthName, year }) => [day, monthName, year].filter(Boolean).join(' '),
  time: verbalizeTime,
  clock: 'बजे',
  weekdays: { joint: 'से', words: 'से' },
  money: {
    country: /^(?:भारतीय|ब्रिटिश|जापानी)[ -]/,
    cents: (_, code) => (code === 'INR' ? ' पैसे' : ''),
    magnitudes: table('करोड़ | लाख | हज़ार | अरब'),
  },
  rates: { per: 'प्रति', each: table('घंटा | घंटे=घंटे | दिन | माह | महीना | वर्ष | लीटर | किलो | व्यक्ति | रात | पीस') },
  units: metricUnits(`
    %=प्रतिशत | किमी=@kilometer | मिमी=@millimeter | कि.मी.=@kilometer | सेमी=@centimeter | किग्रा=@kilogram | मिग्रा=मिलीग्राम | मिली=@milliliter | किमी/घंटा=@kilometer-per-hour | मी²=वर्ग मीटर | किमी²=वर्ग किलोमीटर | mg=मिलीग्राम | GB=जीबी
    ग्रा.=ग्राम | ग्रा=ग्राम | कि.ग्रा.=किलोग्राम | मि.ग्रा.=मिलीग्राम | मि.ली.=मिलीलीटर | मिली.=मिलीलीटर | ली.=लीटर | से.मी.=सेंटीमीटर | मी.=मीटर | मि.=मिनट | घं.=घंटे/घंटा | रु.=रुपए | रु=रुपए | /- रु.=रुपए | /- रुपये=रुपए | /- रुपए=रुपए | /-=रुपए | वर्ग मी.=वर्ग मीटर | चम्म.=चम्मच
  `),
  fractions: {
    half: ['आधा', ''],
    over: 'बटा',
    one: 'एक',
    wholeHalf: (whole) => ({ 1: 'डेढ़', 2: 'ढाई' })[whole] ?? `साढ़े ${whole}`,
    part: (below) => ({ 3: 'तिहाई/तिहाई', 4: 'चौथाई/चौथाई' })[below],
  },
  telephones: { patterns: [/(?<!\d)[6-9]\d{4} ?\d{5}(?!\d)/g], calls: 'फ़ोन|फोन|मोबाइल|नंबर|कॉल' },
  abbreviations: {
    always: table(`
      डॉ.=डॉक्टर | प्रो.=प्रोफेसर | श्री.=श्री | कु.=कुमारी | आदि.=आदि | नं.=नंबर | सं.=संख्या | क्र. सं.=क्रम संख्या | उदा.=उदाहरण | लग.=लगभग | दि.=दिनांक | स्व.=स्वर्गीय | इंजी.=इंजीनियर | पं.=पंडित | जि.=ज़िला | ई. पू.=ईसा पूर्व | IIT=आई आई टी | IIM=आई आई एम | AIIMS=एम्स
    `),
    beforeNumbers: table('नं.=नंबर | पृ.=पृष्ठ | रु.=रुपए | ता.=तारीख | मो.=मोबाइल | §=धारा'),
  },
  rules: { first, own },
};
