import data from 'cldr-rbnf/rbnf/it.json' with { type: 'json' };
import type { LanguageRules } from '../core/language.ts';
import { genderOf } from '../core/numbers.ts';
import { ordinalSignRules, toFeminine } from '../core/ordinal-signs.ts';
import { ordinalOf } from '../core/roman.ts';
import { rulesOf, table } from '../core/rule.ts';
import { createSpellout } from '../core/spellout.ts';
import { verbalizeTime } from '../core/times.ts';
import { metricUnits } from '../core/units.ts';

const ordinal = createSpellout(data, 'ordinal-masculine');

const NOUNS = {
  feminine: /(?:[^m]a|zione|sione|tà|tù|trice)$|^(?:notte|parte|classe|stazione|chiave|mano|madre|luce|settimana|donna)$/,
  exceptions:
    /^(?:alla|dalla|della|nella|sulla|una|era|sarà|ogni|contro|sopra|fra|tra|per|con|parla|(?!rivista|lista|vista|pista).*ista|.*ema|.*amma)$/,
};

const language: LanguageRules = {
  tag: 'it-IT',
  ordinal,
  signs: {
    address: ['chiocciola', 'punto', 'barra', 'trattino', 'trattino basso'],
    math: ['minore o uguale a', 'maggiore o uguale a', 'diverso da', 'circa', 'più o meno', 'meno '],
    arithmetic: ['più', 'per', 'diviso', 'uguale', 'minore di', 'maggiore di'],
    range: 'a',
    result: 'a',
    repeated: 'volte',
    outOf: 'su',
    pressure: 'su',
  },
  // Only the number one has a gender.
  count: (value, noun) => {
    if (value !== 1 || !/[aeoltàù]$/.test(noun)) return undefined;
    const gender = genderOf(NOUNS, noun, 1);
    if (gender === 'f') return /^[aeiou]/.test(noun) ? "un'" : 'una';
    return gender && /(?:o|ne|re|lt|tt|te|ma)$/.test(noun) ? 'un' : undefined;
  },
  labels:
    'capitolo|parte|fase|livello|gruppo|tomo|pagina|riga|sezione|versione|esercizio|domanda|tabella|figura|sala|porta|opzione|articolo|art\\.|numero|n\\.|tipo|classe|[Ss]erie A|stagione|episodio|volume|il|del|al|dal',
  beforeDate: "il|del|dal|al|(?:(?:da|de|a)l)?l['’]",
  date: ({ day, monthName, year, before }) =>
    [day === 1 ? (/['’]$/.test(before) ? 'uno' : 'primo') : day, monthName, year].filter(Boolean).join(' '),
  shortMonths: { afterDay: ' ' },
  time: (hours, minutes) => `${hours === 1 ? 'una' : hours}${minutes ? ` e ${minutes}` : ''}`,
  timeJoint: ' e ',
  weekdays: { joint: '–', words: 'al?' },
  money: {
    joint: ' e',
    country: / (?:britannic(?:a|he)|statunitensi)$/,
    cents: (value, _, alone) => (alone ? ` centesim${value === 1 ? 'o' : 'i'}` : ''),
    magnitudes: table('mln=milioni/milione | mld=miliardi/miliardo | milione | milioni | miliardo | miliardi'),
    of: (name) => `di ${name}`,
  },
  rates: {
    per: 'al',
    each: table("ora=all'ora | giorno | settimana=a settimana | mese | anno=all'anno | persona=a persona | notte=a notte"),
  },
  units: metricUnits(`
    V=volt | mq=metri quadrati/metro quadrato | pt=punti/punto | s=@second | sec=@second | kg=chili/chilo | mg=milligrammi/milligrammo | l=@liter | cl=centilitri/centilitro | ha=@hectare
    km²=chilometri quadrati/chilometro quadrato | m²=metri quadrati/metro quadrato | m³=metri cubi/metro cubo | kWh=chilowattora | W=watt | dl=decilitri/decilitro | sec.=@second | gg=giorni/giorno | gg.=giorni/giorno | ab.=abitanti/abitante | pers.=persone/persona
    cucch.=cucchiai/cucchiaio | pz.=pezzi/pezzo | pz=pezzi/pezzo | mln=milioni/milione | mld=miliardi/miliardo
  `),
  fractions: {
    half: ['mezzo', 'e mezzo', 'mezza'],
    joint: 'e',
    over: 'su',
    one: 'un',
    of: ' di',
    part: (below) => (below === 2 ? 'mezzo/mezzi' : `${ordinal(below)}/${ordinal(below).replace(/o$/, 'i')}`),
  },
  roman: {
    parts:
      '[Cc]apitolo|[Pp]arte|[Tt]omo|[Vv]olume|[Ll]ibro|[Aa]tto|[Ss]cena|[Aa]rticolo|[Aa]llegato|[Ff]ase|[Tt]ipo|[Cc]lasse|[Tt]itolo|[Ss]ecolo|[Ss]ec\\.',
    part: (value, left) => (/sec(?:olo|\.) ?$/i.test(left) ? ordinal(value) : undefined),
    ruler: (value, woman) => (woman ? toFeminine(ordinal(value)) : ordinal(value)),
    others: rulesOf([
      /(?<![\p{L}\d])([IVX]+)(?=(?: (?:e|al) (?:il )?[IVX]+)? (?:secolo|sec\.|dinastia|Olimpiade))/gu,
      ordinalOf((value) => ordinal(value)),
    ]),
    alone: '[IVX]{2,}',
    first: ' \\p{Ll}',
  },
  telephones: {
    patterns: [/(?<!\d[.,]? ?)800 \d{3} \d{3}(?! ?\d| \p{Ll})/gu, /(?<![\d-])3\d{2}[ -]\d{6,7}(?![\d-])/g],
    calls: 'tel\\.|telefono|cellulare|chiam\\p{L}{1,9}|numero',
  },
  abbreviations: {
    always: table(`
      Sig.=signor | sig.=signor | Sig.ra=signora | sig.ra=signora | Sig.na=signorina | Dott.=dottor | dr.=dottor | ca.=circa | p.b.=punti base | app.to=appuntamento | a.s.=anno scolastico | dott.=dottor
      Dott.ssa=dottoressa | dott.ssa=dottoressa | Dr.=dottor | Prof.=professor | prof.=professor | Prof.ssa=professoressa | prof.ssa=professoressa | dott.=dottor | V.le=viale | ing.=ingegner | Ing.=ingegner | Avv.=avvocato | avv.=avvocato | P.zza=piazza | p.zza=piazza | C.so=corso | c.so=corso | V.le=viale | v.le=viale
      a.C.=avanti Cristo | d.C.=dopo Cristo | p.es.=per esempio | p. es.=per esempio | ecc.=eccetera | es.=esempio | n.=numero | n°=numero | N°=numero | tel.=telefono | pag.=pagina | pagg.=pagine | bin.=binario | cfr.=confronta | P.le=piazzale | L.go=largo
      cad.=cadauno | max.=massimo | ved.=vedi | C.le=centrale | rif.=riferimento | S.p.A.=società per azioni | all.=allegato | approx.=approssimativamente | escl.=escluso | incl.=incluso
      escl. le=escluse le | escl. la=esclusa la | escl. i=esclusi i | escl. gli=esclusi gli | spese escl.=spese escluse | IVA escl.=IVA esclusa
      colazione incl.=colazione inclusa | colazione escl.=colazione esclusa | incl. le=incluse le | incl. la=inclusa la | incl. i=inclusi i | incl. gli=inclusi gli | spese incl.=spese incluse | IVA incl.=IVA inclusa
    `),
    beforeNumbers: table(`
      №=numero | p.=pagina | pp.=pagine | art.=articolo | Art.=articolo | artt.=articoli | cap.=capitolo | km=chilometro | min.=minimo | int.=interno | vol.=volume | fig.=figura | tab.=tabella | par.=paragrafo | §=paragrafo | Tel.=Telefono
    `),
    cited: { behind: 'al|del|il|e|in|per|v\\.', names: table('c.=comma') },
    spelled: { names: 'UE|ATM|IA|UV|ADSL' },
  },
};

const ranks =
  'minuto|p\\.|il|lo|del|dello|al|allo|nel|dal|sul|un|suo|mio|questo|ogni|posto|piano|secolo|classificato|anno|capitolo|turno|set|premio|livello|anniversario|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre';

const own = [
  ...ordinalSignRules(language, ranks, ['grado', 'gradi']),
  ...rulesOf(
    [/(?<=\d[°º] )p\.(?=[\s,;])/g, 'piano'],
    [/(?<![\p{L}\p{N}.,:/-])(\d{1,2})-1(?![\p{L}\d/-]|[.,:]\d)/gu, ([, most]) => `${most} a uno`],
    [/(?<=(?<!\p{L})[IVX]+ )sec\.(?!\p{L})/gu, 'secolo'],
    [/(?<!\p{L})ore (\d{1,2})[-–](\d{1,2})(?![\d:]|[.,]\d)/gu, ([, from, to]) => `dalle ${from} alle ${to}`],
    [
      // Ranges of quantities: "dormire 7-8 ore", "per 10-15 minuti".
      /(?<![\p{L}\d.,:/-]|(?:da|dal|dai|dalle|fra|tra|pagine|pp?\.|anni|il|lo|la|art\.|articoli) )(\d{1,3})[-–](\d{1,3})(?= (?:ore|minuti|secondi|giorni|settimane|mesi|anni|persone|volte|litri|cucchiai)(?!\p{L}))/gu,
      ([, from = '', to = '']) => (Number(from) >= Number(to) ? undefined : `${from} ${Number(to) === Number(from) + 1 ? 'o ' : ''}${to}`),
    ],
    [
      // "alle 9.00", "le 5.30": times with a point, after a word that introduces a time, but not sums such as "le 3.50 di ieri".
      /(?<=(?<!\p{L})(?:ore|h|[ad]?alle|delle|le) (?:\d{1,2}\.\d\d[-–])?)([01]?\d|2[0-4])\.([0-5]\d)(?!\d|[.,]\d| (?:per ?cento|di (?:ieri|oggi)))/giu,
      ([, hours, minutes]) => verbalizeTime(language, Number(hours), Number(minutes)),
    ],
  ),
];

export const italian: LanguageRules = { ...language, rules: { own } };
