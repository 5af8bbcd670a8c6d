import data from 'cldr-rbnf/rbnf/it.json' with { type: 'json' };
import { behind } from '../core/abbreviations.ts';
import type { LanguageRules } from '../core/language.ts';
import { ordinalSignRules, toFeminine } from '../core/ordinal-signs.ts';
import { after, before, table } from '../core/patterns.ts';
import { ordinalOf } from '../core/roman.ts';
import { type Rule, rulesOf } from '../core/rule.ts';
import { createSpellout } from '../core/spellout.ts';
import { verbalizeTime } from '../core/times.ts';
import { metricUnits } from '../core/units.ts';

const ordinal = createSpellout(data, 'ordinal-masculine');

/** Nouns that are often counted by one, and units: feminine and masculine. */
const ONE =
  /^(?:(ora|settimana|persona|volta|donna|bambina|ragazza|casa|bottiglia|tazza|notte|pagina|stella|camera|partita|confezione|fetta|rata|parte|compressa|tonnellata|sterlina|rupia|chilowattora|vittoria|sconfitta|vittima)|(?:giorno|mese|anno|euro|dollaro|minuto|secondo|chilo|litro|metro|chilometro|grammo|punto|gol|posto|milione|miliardo|uomo|bambino|ragazzo|libro|piano|passo|caso|pezzo|bicchiere|cucchiaio|cucchiaino|grado|centesimo|\p{L}+(?:litro|metro|grammo)|watt|volt|gigabyte|megabyte|ettaro)(?: .*)?)$/u;

const LABELS =
  'capitolo|parte|fase|livello|gruppo|tomo|pagina|riga|sezione|versione|esercizio|domanda|tabella|figura|sala|porta|opzione|articolo|art\\.|numero|n\\.|tipo|classe|lega|serie|stagione|episodio|volume|il|del|al|dal';

const language: LanguageRules = {
  tag: 'it-IT',
  ordinal,
  signs: {
    address: ['chiocciola', 'punto', 'barra', 'trattino', 'trattino basso'],
    hashtag: 'hashtag',
    version: 'versione',
    comparison: ['minore di', 'maggiore di'],
    math: ['minore o uguale a', 'maggiore o uguale a', 'diverso da', 'circa', 'più o meno', 'meno '],
    arithmetic: ['più', 'per', 'diviso', 'uguale', 'meno'],
    ...{ range: 'a', result: 'a', repeated: 'volte', over: 'su', outOf: 'su' },
  },
  count: (value, noun) => {
    const match = value === 1 ? ONE.exec(noun) : null;
    return match ? (match[1] ? 'una' : 'un') : undefined;
  },
  labels: LABELS,
  date: ({ day, monthName, year }) => [day === 1 ? 'primo' : day, monthName, year].filter(Boolean).join(' '),
  beforeMonth: ' ',
  time: (hours, minutes) => `${hours === 1 ? 'una' : hours}${minutes ? ` e ${minutes}` : ' in punto'}`,
  timeJoint: ' e ',
  weekdays: { joint: '–' },
  money: { joint: ' e', country: / (?:britannic(?:a|he)|statunitensi)$/ },
  magnitudes: {
    names: table('mln=milioni/milione | mld=miliardi/miliardo | milione | milioni | miliardo | miliardi'),
    certain: ['mln', 'mld'],
    joint: (name) => `di ${name}`,
  },
  rates: { per: 'al', each: table('ora | giorno | die | settimana | mese | anno | persona | notte') },
  units: metricUnits(`
    s=@second | sec=@second | ‰=per mille | kg=chili/chilo | mg=milligrammi/milligrammo | l=@liter | cl=centilitri/centilitro | ha=@hectare
    km²=chilometri quadrati/chilometro quadrato | m²=metri quadrati/metro quadrato | cm²=centimetri quadrati/centimetro quadrato
    m³=metri cubi/metro cubo | cm³=centimetri cubi/centimetro cubo | kWh=chilowattora | kW=chilowatt | W=watt | V=volt | dB=decibel
    Hz=hertz | kHz=kilohertz | MHz=megahertz | GHz=gigahertz | mmHg=millimetri di mercurio
  `),
  fractions: {
    ...{ half: ['un mezzo', 'e mezzo'], joint: 'e', over: 'su', one: 'un' },
    part: (below) => {
      const name = below === 2 ? 'mezzo' : ordinal(below);
      return [name, name.replace(/o$/, 'i')];
    },
  },
  roman: {
    parts:
      'capitolo|parte|tomo|volume|libro|atto|scena|articolo|allegato|fase|tipo|classe|livello|titolo|Capitolo|Parte|Tomo|Volume|Libro|Atto|Scena|Articolo|Allegato|Fase|Tipo|Titolo',
    ruler: (value, woman) => (woman ? toFeminine(ordinal(value)) : ordinal(value)),
    others: rulesOf([
      /(?<![\p{L}\d])([IVX]+)(?= (?:secolo|sec\.|dinastia|Olimpiade))/gu,
      ordinalOf((value) => ordinal(value)),
    ]),
    alone: 'several',
  },
  telephones: {
    patterns: [/(?<!\d[.,]? ?)800 \d{3} \d{3}(?! ?\d| \p{Ll})/gu, /(?<![\d-])3\d{2}-\d{6,7}(?![\d-])/g],
    calls: 'tel\\.|telefono|cellulare|chiam\\p{L}{1,9}|numero',
  },
  abbreviations: {
    always: table(`
      Sig.=signor | sig.=signor | Sig.ra=signora | sig.ra=signora | Sig.na=signorina | sig.na=signorina | Dott.=dottor | dott.=dottor
      Dott.ssa=dottoressa | dott.ssa=dottoressa | Dr.=dottor | Prof.=professor | Prof.ssa=professoressa | Ing.=ingegner
      Avv.=avvocato | avv.=avvocato | P.zza=piazza | p.zza=piazza | C.so=corso | c.so=corso | V.le=viale | v.le=viale
      a.C.=avanti Cristo | d.C.=dopo Cristo | S.p.A.=esse pi a | S.r.l.=esse erre elle | p.es.=per esempio | p. es.=per esempio
      ecc.=eccetera | es.=esempio | n.=numero | tel.=telefono | pag.=pagina
    `),
    beforeNumbers: table(`
      №=numero | p.=pagina | pp.=pagine | pagg.=pagine | art.=articolo | Art.=articolo | artt.=articoli | cap.=capitolo | fig.=figura
      vol.=volume | ca.=circa | max.=massimo | min.=minimo | §=paragrafo | c.=comma | cell.=cellulare | Tel.=Telefono
    `),
    contexts: { 'c.': { before: behind('al|del|il|e', '\\d\\s') } },
    spelled: { names: 'UE|ATM|IA|UHF|UV|AC|ADSL' },
  },
};

/** "alle 9.00", "le 5.30": hours with a point behind a word for them. */
const verbalizeHours: Rule['verbalize'] = (match) => {
  const [, hours, minutes, lastHours, lastMinutes] = match;
  const [left, right] = [before(match, 20), after(match)];
  if (/^ per ?(?:cento|mille)(?!\p{L})/u.test(right)) return undefined;
  // "le" may be that of a sum: "le 3.50 di ieri".
  const isHour = /(?<!(?:verso|dopo|tra|fra|sono|erano|per|entro) )le $/iu;
  if (/^ di (?:ieri|oggi)(?!\p{L})/u.test(right) && isHour.test(left)) return undefined;
  const first = verbalizeTime(language, Number(hours), Number(minutes));
  return lastHours ? `${first}, ${verbalizeTime(language, Number(lastHours), Number(lastMinutes))}` : first;
};

const own = [
  ...ordinalSignRules(language, {
    articles: 'il|lo|del|dello|al|allo|nel|nello|dal|dallo|sul|sullo|un|suo|mio|questo|ogni',
    nouns:
      'posto|piano|secolo|classificato|anno|giorno|capitolo|turno|set|tempo|round|grado|premio|livello|anniversario|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre',
    weather: 'ci sono|fa|a|di|i|dei|ai|sono|fino a|con|circa',
    degrees: ['grado', 'gradi'],
    highestRank: 0,
  }),
  ...rulesOf(
    [
      /(?<=(?<!\p{L})(?:ore|h|alle|dalle|le) )([01]?\d|2[0-4])\.([0-5]\d)(?:[-–]([01]?\d|2[0-4])\.([0-5]\d))?(?!\d|[.,]\d)/giu,
      verbalizeHours,
    ],
    [/(?<=[IVX] )sec\.|(?<!\p{L})sec\.(?= [IVX])/gu, 'secolo'],
    // Before a vowel one is a word with its noun.
    [
      new RegExp(
        `(?<!(?<!\\p{L})(?:${LABELS})[ \\u00a0])(?<![\\p{L}\\p{N}.,:/%$€£¥₽+*#-]|\\d[ \\u00a0\\u202f])1[ \\u00a0]ora(?![\\p{L}\\p{M}-])`,
        'giu',
      ),
      "un'ora",
    ],
  ),
];

export const italian: LanguageRules = { ...language, rules: { own } };
