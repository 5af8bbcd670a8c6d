import data from 'cldr-rbnf/rbnf/de.json' with { type: 'json' };
import { verbalizeDate } from '../core/dates.ts';
import type { LanguageRules } from '../core/language.ts';
import { before, type Rule, re, rulesOf, table } from '../core/rule.ts';
import { createSpellout } from '../core/spellout.ts';
import { metricUnits } from '../core/units.ts';

const ordinal = createSpellout(data, 'ordinal-r');

/** An ordinal number without its ending. */
const stem = (value: number | string): string => ordinal(Number(value)).slice(0, -1);

/** Years before 2000 are counted in hundreds, which the voice doesn't do. */
const year = createSpellout(data, 'numbering-year');

const isFeminine = (noun: string): boolean =>
  /(?:e|ung|heit|keit|schaft|ion|tät|erin|liga)$|^(?:Aufl|Nacht|Frau|Person|Uhr|Million)$/.test(noun) &&
  !/^(?:Ende|Name|Auge|Gebäude)$/.test(noun);
const isNeuter = (noun: string): boolean =>
  /^(?:Jahr|Mal|Kind|Stück|Kilo|Pfund|Prozent|Haus|Zimmer|Glas|Kapitel|\p{L}*geschoss|\p{L}*[Gg]ramm|Tor|Buch)$/u.test(noun);

/** Words that require a certain case: "vor einer Stunde", "für einen Tag". */
const DATIVE = /(?<!\p{L})(?:vor|nach|seit|mit|von|zu|aus|bei|in|ab|an|auf|unter|binnen|während) $/iu;
const ACCUSATIVE = /(?<!\p{L})(?:für|um|ohne|gegen|durch|pro|je) $/iu;

/** Verbalizes 1 in agreement with its noun and the preceding word, so "1 Stunde" is "eine Stunde". */
function verbalizeOne(noun: string, left: string): string {
  if (DATIVE.test(left)) return isFeminine(noun) ? 'einer' : 'einem';
  if (isFeminine(noun)) return 'eine';
  return ACCUSATIVE.test(left) && !isNeuter(noun) ? 'einen' : 'ein';
}

const PARTS = 'Halbe Drittel Viertel Fünftel Sechstel Siebtel Achtel Neuntel Zehntel Elftel Zwölftel'
  .split(' ')
  .map((name) => `${name}/${name}`);

const language: LanguageRules = {
  tag: 'de-DE',
  ordinal,
  signs: {
    address: ['ät', 'Punkt', 'Schrägstrich', 'Strich', 'Unterstrich'],
    math: ['kleiner gleich', 'größer gleich', 'ungleich', 'ungefähr', 'plus minus', 'minus '],
    arithmetic: ['plus', 'mal', 'geteilt durch', 'gleich', 'kleiner als', 'größer als'],
    range: 'bis',
    result: 'zu',
    repeated: 'mal',
    outOf: 'von',
    pressure: 'zu',
  },
  labels: 'Kapitel|Seite|Teil|Nummer|Nr\\.|Raum|Band|Stufe|Phase|Klasse|Artikel|Gruppe|Platz|Liga|Version|Formel|Tag|Zimmer|bis|um',
  count: (value, noun, left = '') => (value === 1 && /^\p{Lu}/u.test(noun) ? verbalizeOne(noun, left) : undefined),
  // "der dritte Oktober", and "am dritten Oktober", "den dritten Oktober"
  beforeDate: 'am|vom|zum|bis|ab|seit',
  date: ({ day, monthName, year: value, before: left }) =>
    [day && `${stem(day)}${/\bder $/i.test(left) ? '' : 'n'}`, monthName, value && (value < 2000 ? year(value) : value)]
      .filter(Boolean)
      .join(' '),
  shortMonths: { afterDay: '\\. ' },
  time: (hours, minutes) => `${hours === 1 ? 'ein' : hours} Uhr${minutes ? ` ${minutes}` : ''}`,
  clock: 'Uhr',
  timeJoint: ' und ',
  weekdays: { joint: 'bis', words: 'bis' },
  money: {
    cents: (_, code, alone) => (alone && /EUR|USD/.test(code) ? ' Cent' : ''),
    magnitudes: table(`
      Tsd.=tausend | Mio.=Millionen/Million | Mio=Millionen/Million | Mrd.=Milliarden/Milliarde | Mrd=Milliarden/Milliarde
      Million | Millionen | Milliarde | Milliarden
    `),
  },
  rates: {
    per: 'pro',
    each: table('Stunde | Tag | Woche | Monat | Jahr | Person | Nacht | Stück | Bd.=Bund | Pers.=Person'),
  },
  units: metricUnits(`
    °=@degree | s=@second | V=Volt | qm=Quadratmeter | Pkt.=Punkte/Punkt | ‰=Promille | mg=Milligramm | µg=Mikrogramm | cl=Zentiliter | l=@liter | TB=@terabyte | ha=@hectare | kW=Kilowatt | kWh=Kilowattstunden/Kilowattstunde | W=Watt | GHz=Gigahertz | km²=Quadratkilometer | m²=Quadratmeter | m³=Kubikmeter
    Zi.=Zimmer | S.=Seiten/Seite | Min.=@minute | Std.=@hour | Sek.=@second | h=@hour | PS | EL=Esslöffel | TL=Teelöffel | Msp.=Messerspitzen/Messerspitze | Pck.=Päckchen | Stk.=Stück | Stck.=Stück | Pers.=Personen/Person | dl=Deziliter | ct=Cent | Tsd.=tausend
    Mio.=Millionen/Million | Mio=Millionen/Million | Mrd.=Milliarden/Milliarde | Mrd=Milliarden/Milliarde
  `),
  fractions: {
    half: ['ein halb', 'einhalb'],
    over: 'durch',
    one: 'ein',
    wholeHalf: (whole) => (whole === 1 ? 'eineinhalb' : undefined),
    part: (below) => PARTS[below - 2],
  },
  roman: {
    parts: 'Kapitel|Teil|Band|Akt|Szene|Artikel|Anhang|Phase|Typ|Klasse|Stufe|Abschnitt|Weltkrieg|Buch|Hartz',
    // "Ludwig der vierzehnte", and in the genitive "Ludwigs des vierzehnten"
    ruler: (value, woman, left) => (/(?<!u|e|i)s $/.test(left) ? `des ${stem(value)}n` : `${woman ? 'die' : 'der'} ${stem(value)}`),
    // The period after a ruler's numeral is part of it, unless it may end the sentence.
    end: '(?![\\p{L}\\p{M}\\d])(?:\\.(?= \\p{Ll}|,)|(?=\\.))?',
  },
  telephones: { calls: 'Tel\\.|Telefon|Nummer|Handy|rufen' },
  abbreviations: {
    always: table(`
      Dr.=Doktor | Prof.=Professor | Dipl.-Ing.=Diplomingenieur | Hr.=Herr | Fr.=Frau | St.=Sankt | Str.=Straße | Tel.=Telefon | z. B.=zum Beispiel | z.B.=zum Beispiel | d. h.=das heißt | d.h.=das heißt | u. a.=unter anderem | u.a.=unter anderem
      i. d. R.=in der Regel | i.d.R.=in der Regel | z. T.=zum Teil | z.T.=zum Teil | v. a.=vor allem | v.a.=vor allem | s. o.=siehe oben | s. u.=siehe unten | v. Chr.=vor Christus | n. Chr.=nach Christus | Jh.=Jahrhundert | usw.=und so weiter
      bzw.=beziehungsweise | ca.=circa | rd.=rund | evtl.=eventuell | ggf.=gegebenenfalls | inkl.=inklusive | zzgl.=zuzüglich | MwSt.=Mehrwertsteuer | tägl.=täglich | vgl.=vergleiche | etc.=et cetera | Nr.=Nummer | Abs.=Absatz
      u. U.=unter Umständen | u. Ä.=und Ähnliches | u. ä.=und Ähnliches | o. Ä.=oder Ähnliches | usf.=und so fort | bspw.=beispielsweise | exkl.=exklusive | einschl.=einschließlich | abzgl.=abzüglich | insb.=insbesondere | gem.=gemäß | lt.=laut | geschl.=geschlossen | geöffn.=geöffnet
      Hbf.=Hauptbahnhof | Hbf=Hauptbahnhof | Whg.=Wohnung | geb.=geboren | Aufl.=Auflage | ggü.=gegenüber | Hausnr.=Hausnummer | zw.=zwischen | Kl.=Klasse | Nebenk.=Nebenkosten | OG=Obergeschoss
    `),
    beforeNumbers: table(
      '№=Nummer | §=Paragraf | §§=Paragrafen | Abb.=Abbildung | Kap.=Kapitel | max.=maximal | min.=mindestens | Zi.=Zimmer | km=Kilometer',
    ),
    cited: {
      behind: 'Sie|siehe|vgl\\.|auf|von|bis|und|[Nn]ach|[Ll]aut|[Gg]emäß|in|v\\.',
      names: table('S.=Seite | Art.=Artikel | Bd.=Band'),
    },
    spelled: {
      names: 'DSGVO|ABC|EU|USA|AG|IT|KI|ADAC|ARD|AOK|ICE|OP|EKG|EDV|HIV|IHK|ÖBB|EZB|EC|CEO|IQ|US|UV|AfD|AKW|AGB|EG|UG|EM|OB|ÖPNV',
    },
  },
};

const MONTHS = 'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember';
const ARTICLES = '[Dd]er|[Dd]ie|[Dd]as|[Dd]en|[Dd]em|[Dd]es|[Ii]m|[Aa]m|[Vv]om|[Zz]um|[Zz]ur|[Bb]eim|ins|fürs|jeden|jedes';

const HALVED = table('l=Liter | m=Meter | EL=Esslöffel | TL=Teelöffel');

/** "1/2 Stunde" is "eine halbe Stunde", but in "1/2 l", the abbreviated unit is masculine (Liter, Meter). */
const first = rulesOf([
  /(?<![\d/.,])(?:1\/2|½) (?:(l|m|EL|TL)\b|(?=(\p{Lu}\p{Ll}+)))/gu,
  ([, unit, noun = '']) => {
    const half = isFeminine(noun) ? 'eine halbe' : isNeuter(noun) ? 'ein halbes' : 'einen halben';
    return unit ? `${half} ${HALVED[unit]}` : half;
  },
]);

/** Inflects an ordinal number after an article. */
function inflect(value: string, article: string, noun: string): string {
  if (!article) return stem(value) + (isFeminine(noun) ? '' : isNeuter(noun) ? 's' : 'r');
  const isWeak = article === 'der' ? !isFeminine(noun) : /^(?:das|die|ins|fürs|jedes)$/.test(article);
  return isWeak ? stem(value) : `${stem(value)}n`;
}
/** Verbalizes a day of a month, with the ending -n unless it is the subject. */
const verbalizeDay: Rule['verbalize'] = (match) => `${stem(match[1]!)}${/\bder $/i.test(before(match)) ? '' : 'n'}`;

const own = rulesOf(
  // "vom 5.–7. Mai"
  [re`(?<!\d)(\d{1,2})\.(?=(?:\s?[–-]\s?\d{1,2}\.)? (?:${MONTHS})\b)`, verbalizeDay],
  [re`(?<=\d\.)\s?[–-]\s?(?=\d{1,2}\. (?:${MONTHS})\b)`, ' bis '],
  [
    // "im 19. und 20. Jahrhundert", and ", 3. Stock" without an article
    re`(?<=(?:(?<!\p{L})(${ARTICLES}) |[,;:–] |\(|^)(?:\d{1,2}\.(?:,| und| u\.| oder| bis) ){0,3})(\d{1,2})\.(?=(?:(?:,| und| u\.| oder| bis| zum) \d{1,2}\.){0,3} (\p{Lu}\p{L}+))`,
    ([, article = '', day = '', noun = '']) => inflect(day, article.toLowerCase(), noun),
  ],
  [
    // "am 1.1.": a date without its year
    /(?<=(?<!\p{L})(?:am|vom|zum|bis|ab|seit|den|dem|der|(?:Mo|Di|Mi|Do|Fr|Sa|So)\.,|\p{Lu}\p{Ll}+(?:tag|woch),?) )(\d{1,2})\.(\d{1,2})\.(?!\d)/giu,
    (match) => verbalizeDate(language, undefined, Number(match[2]), Number(match[1]), before(match)),
  ],
  [/(?<!\p{L})(\p{L}{3,40})[*:_](in|innen)(?!\p{L})/gu, ([, person, suffix]) => `${person}${suffix}`],
  // "5 kg u. 3 l", but "der Buchstabe u. Dann"
  [/(?<=[\p{L}\d.)] )(?<!(?<!\p{L})(?:s\.|das|ein|dem|auf|mit|zwischen|Buchstaben?|Vokal) )u\.(?= (?!\p{L}\.)[\p{L}\d])/gu, 'und'],
  [/(?<!\p{L})(\p{L}{2,40})str\.(?!\p{L})/gu, ([, name]) => `${name}straße`],
  [/(?<!\p{L})geb\.(?= \p{Lu})/gu, 'geborene'],
);

/** Four digits that are not followed by a noun. */
const YEAR = /(?<![\p{L}\d.,:/–-]|(?:Nr\.|Nummer|PLZ|Tel\.) )1[1-9]\d\d(?=er(?: |-)Jahr|(?![\p{L}\d%°/–-]|[.,:]\d| \p{Lu}))/gu;
const last = rulesOf([YEAR, ([digits]) => year(Number(digits))]);

export const german: LanguageRules = { ...language, rules: { first, own, last } };
