import data from 'cldr-rbnf/rbnf/de.json' with { type: 'json' };
import { behind } from '../core/abbreviations.ts';
import type { LanguageRules } from '../core/language.ts';
import { table } from '../core/patterns.ts';
import { ordinalOf } from '../core/roman.ts';
import { rulesOf } from '../core/rule.ts';
import { createSpellout } from '../core/spellout.ts';
import { metricUnits } from '../core/units.ts';
import { genderOf } from './nouns.ts';
import { germanRules } from './rules.ts';

const ordinal = createSpellout(data, 'ordinal-r');

/** Years before 2000 are read in two halves: "19 hundert 99". */
function verbalizeYear(year: number): string {
  const [century, rest] = [Math.floor(year / 100), year % 100];
  return year < 1100 || year >= 2000 ? `${year}` : `${century} hundert${rest ? ` ${rest}` : ''}`;
}

/** "Ludwig der vierzehnte", and behind an article that bends it "Ludwigs des vierzehnten". */
function verbalizeRuler(value: number, woman: boolean, before: string): string {
  const isGenitive = /s $/.test(before) && !/(?:us|es|is) $/.test(before);
  const [article, ending] = isGenitive ? ['des', 'n'] : [woman ? 'die' : 'der', ''];
  return `${article} ${ordinal(value).slice(0, -1)}${ending}`;
}

const PARTS: Readonly<Record<number, string>> = {
  ...{
    3: 'Drittel',
    4: 'Viertel',
    5: 'Fünftel',
    6: 'Sechstel',
    7: 'Siebtel',
    8: 'Achtel',
    9: 'Neuntel',
    10: 'Zehntel',
  },
  ...{ 11: 'Elftel', 12: 'Zwölftel' },
};

const language: LanguageRules = {
  tag: 'de-DE',
  ordinal,
  signs: {
    address: ['ät', 'Punkt', 'Schrägstrich', 'Strich', 'Unterstrich'],
    hashtag: 'Hashtag',
    version: 'Version',
    comparison: ['kleiner als', 'größer als'],
    math: ['kleiner gleich', 'größer gleich', 'ungleich', 'ungefähr', 'plus minus', 'minus '],
    arithmetic: ['plus', 'mal', 'geteilt durch', 'gleich', 'minus'],
    ...{ range: 'bis', result: 'zu', repeated: 'mal', over: 'zu', outOf: 'von' },
  },
  operators: { hasHyphenNames: true },
  count: (value, noun) => {
    const gender = value === 1 ? genderOf(noun) : undefined;
    return gender && (gender === 'f' ? 'eine' : 'ein');
  },
  date: ({ day, monthName, year }) =>
    [day && `${ordinal(day).slice(0, -1)}n`, monthName, year && verbalizeYear(year)].filter(Boolean).join(' '),
  hasShortYears: true,
  beforeMonth: '\\. ',
  time: (hours, minutes) => `${hours === 1 ? 'ein' : hours} Uhr${minutes ? ` ${minutes}` : ''}`,
  timeJoint: ' und ',
  weekdays: { joint: 'bis' },
  money: {},
  magnitudes: {
    names: table(`
      Tsd.=tausend | Mio.=Millionen/Million | Mio=Millionen/Million | Mrd.=Milliarden/Milliarde | Mrd=Milliarden/Milliarde
      Million | Millionen | Milliarde | Milliarden
    `),
    certain: ['Tsd.', 'Mio.', 'Mio', 'Mrd.', 'Mrd'],
  },
  rates: { per: 'pro', each: table('Stunde | Tag | Woche | Monat | Jahr | Person | Nacht | Stück') },
  units: metricUnits(`
    °=@degree | ‰=Promille | mg=Milligramm | µg=Mikrogramm | cl=Zentiliter | l=@liter | TB=@terabyte | ha=@hectare
    kW=Kilowatt | kWh=Kilowattstunden/Kilowattstunde | MW=Megawatt | W=Watt | V=Volt | dB=Dezibel | Hz=Hertz | GHz=Gigahertz
    km²=Quadratkilometer | m²=Quadratmeter | cm²=Quadratzentimeter | m³=Kubikmeter | cm³=Kubikzentimeter
    Min.=@minute | Std.=@hour | Sek.=@second | h=@hour | PS | EL=Esslöffel | TL=Teelöffel | ct=Cent
    mmHg=Millimeter Quecksilbersäule | hPa=Hektopascal
  `),
  fractions: {
    ...{ half: ['ein halb', 'einhalb'], over: 'durch', one: 'ein' },
    wholeHalf: (whole) => (whole === 1 ? 'eineinhalb' : undefined),
    part: (below) => {
      if (below === 2) return ['halb', 'Halbe'];
      const name = PARTS[below];
      return name === undefined ? undefined : [name, name];
    },
  },
  roman: {
    parts: 'Kapitel|Teil|Band|Akt|Szene|Artikel|Anhang|Phase|Typ|Klasse|Stufe|Tafel|Abschnitt|Weltkrieg|Buch|Hartz',
    ruler: verbalizeRuler,
    // A ruler's numeral ends in a full stop, which is read with it unless the sentence ends there too.
    end: '(?![\\p{L}\\p{M}\\d])(?:\\.(?= \\p{Ll}|,)|(?=\\.))?',
    others: rulesOf([
      /(?<=\p{Lu}\p{Ll}+ (der|die|des|dem|den) )([IVX]+)(?:\.(?= \p{Ll}|,)|(?=\.))/gu,
      ordinalOf(
        (value, [, article = '']) => ordinal(value).slice(0, -1) + (/^d(?:er|ie)$/.test(article) ? '' : 'n'),
        2,
      ),
    ]),
    alone: 'never',
  },
  telephones: { calls: 'Tel\\.|Telefon|Nummer|Handy|rufen' },
  abbreviations: {
    always: table(`
      Dr.=Doktor | Prof.=Professor | Dipl.-Ing.=Diplomingenieur | Hr.=Herr | Fr.=Frau | St.=Sankt | Str.=Straße | Tel.=Telefon
      z. B.=zum Beispiel | z.B.=zum Beispiel | d. h.=das heißt | d.h.=das heißt | u. a.=unter anderem | u.a.=unter anderem
      u. a. m.=und anderes mehr | u. U.=unter Umständen | u.U.=unter Umständen | i. d. R.=in der Regel | i.d.R.=in der Regel
      z. T.=zum Teil | z.T.=zum Teil | v. a.=vor allem | v.a.=vor allem | s. o.=siehe oben | s. u.=siehe unten
      v. Chr.=vor Christus | n. Chr.=nach Christus | Jh.=Jahrhundert | Jhs.=Jahrhunderts | usw.=und so weiter
      bzw.=beziehungsweise | ca.=circa | evtl.=eventuell | ggf.=gegebenenfalls | inkl.=inklusive | zzgl.=zuzüglich
      MwSt.=Mehrwertsteuer | tägl.=täglich | gem.=gemäß | vgl.=vergleiche | etc.=et cetera | Nr.=Nummer | Abs.=Absatz
    `),
    beforeNumbers: table(`
      №=Nummer | S.=Seite | Abb.=Abbildung | Kap.=Kapitel | Art.=Artikel | Bd.=Band | Tab.=Tabelle
      max.=maximal | Max.=Maximal | min.=mindestens | Min.=Mindestens
    `),
    contexts: {
      'S.': { before: behind('siehe|vgl\\.|vergleiche|auf|von|bis|ab|und|oder|s\\.') },
      'Art.': {
        before: /(?<!(?<!\p{L})(?:dies|jed|all|solch|sein|ihr|ein|kein|welch|manch|unser|eigen|neu)\p{L}{0,10} )$/iu,
      },
    },
    spelled: {
      names:
        'ABC|EU|USA|AG|IT|KI|ADAC|ARD|AOK|ICE|OP|EKG|EDV|HIV|SOS|UKW|IHK|ÖBB|EZB|EC|CEO|IQ|US|UV|AfD|OECD|AKW|ADHS|AGB|EG|IC|UG|EM|OB|EK|EEG|ÖPNV',
    },
  },
};

export const german: LanguageRules = { ...language, rules: germanRules(language) };
