import data from 'cldr-rbnf/rbnf/fr.json' with { type: 'json' };
import type { LanguageRules } from '../core/language.ts';
import { table } from '../core/patterns.ts';
import { ordinalOf } from '../core/roman.ts';
import { rulesOf } from '../core/rule.ts';
import { createSpellout } from '../core/spellout.ts';
import { verbalizeTime } from '../core/times.ts';
import { metricUnits } from '../core/units.ts';
import { genderOf } from './nouns.ts';

/** In the spelling before 1990, which the voice knows; CLDR has "quatre-vingt-et-unième" for "quatre-vingt-unième". */
const traditional = (words: string): string =>
  words.replace('quatre-vingt-et-', 'quatre-vingt-').replace('-et-', ' et ');

const [ordinals, feminine] = [createSpellout(data, 'ordinal-masculine'), createSpellout(data, 'cardinal-feminine')];
const ordinal = (value: number): string => traditional(ordinals(value));

/** No number of people or things behind it: "art. 5 du code", but not "l'art. 5 personnes". */
const CITED = {
  after:
    /^\s?\d{1,9}(?!\d)(?! (?!(?:du|de|des|et|à|ou|al|alinéa|prévoit|dispose|est|bis|ter|que|qui|sur)(?!\p{L}))\p{Ll})/u,
};

const language: LanguageRules = {
  tag: 'fr-FR',
  ordinal,
  signs: {
    address: ['arobase', 'point', 'slash', 'tiret', 'tiret bas'],
    hashtag: 'hashtag',
    version: 'version',
    comparison: ['inférieur à', 'supérieur à'],
    math: ['inférieur ou égal à', 'supérieur ou égal à', 'différent de', 'environ', 'plus ou moins', 'moins '],
    arithmetic: ['plus', 'fois', 'divisé par', 'égale', 'moins'],
    ...{ range: 'à', result: 'à', repeated: 'fois', over: 'sur', outOf: 'sur' },
  },
  // Only a number that ends in one has a feminine.
  count: (value, noun) =>
    value % 10 === 1 && ![11, 71, 91].includes(value % 100) && genderOf(noun, value) === 'f'
      ? traditional(feminine(value))
      : undefined,
  labels:
    'chapitre|partie|étape|phase|niveau|groupe|tome|page|ligne|section|version|exercice|question|tableau|figure|salle|porte|option|article|numéro|n°|type|classe|ligue|série|saison|épisode|volume|le|du|au|chaîne|route|zone',
  date: ({ day, monthName, year }) => [day === 1 ? 'premier' : day, monthName, year].filter(Boolean).join(' '),
  beforeMonth: ' ',
  time: (hours, minutes) => {
    const name = `heure${hours > 1 ? 's' : ''}`;
    return `${language.count?.(hours, name) ?? hours} ${name}${minutes ? ` ${minutes}` : ''}`;
  },
  weekdays: { joint: 'à' },
  money: { country: / (?:américains?|des États-Unis)$/ },
  magnitudes: {
    names: table(`
      k=mille | M=millions/million | Md=milliards/milliard | Mds=milliards/milliard | Mrd=milliards/milliard
      million | millions | milliard | milliards
    `),
    joint: (name) => (/^[aeiouyhé]/i.test(name) ? `d'${name}` : `de ${name}`),
  },
  rates: { per: 'par', each: table('heure | jour | semaine | mois | an | personne | nuit | pers.=personne') },
  units: metricUnits(`
    °=@degree | s=@second | ‰=pour mille | km/h=kilomètres heure | kg=kilos/kilo | mg=milligrammes/milligramme | l=@liter
    cl=centilitres/centilitre | ha=@hectare | Go=@gigabyte | Mo=@megabyte | To=@terabyte
    km²=kilomètres carrés/kilomètre carré | m²=mètres carrés/mètre carré | cm²=centimètres carrés/centimètre carré
    m³=mètres cubes/mètre cube | cm³=centimètres cubes/centimètre cube | kWh=kilowattheures/kilowattheure | kW=kilowatts/kilowatt
    W=watts/watt | V=volts/volt | dB=décibels/décibel | Hz=hertz | GHz=gigahertz | mmHg=millimètres de mercure
  `),
  fractions: {
    ...{ half: ['un demi', 'et demi'], joint: 'et', over: 'sur', one: 'un' },
    part: (below) => {
      const name = { 2: 'demi', 3: 'tiers', 4: 'quart' }[below] ?? ordinal(below);
      return [name, below === 3 ? name : `${name}s`];
    },
  },
  roman: {
    parts:
      'chapitre|partie|tome|volume|livre|acte|scène|article|annexe|phase|type|classe|niveau|titre|Chapitre|Partie|Tome|Volume|Livre|Acte|Scène|Article|Annexe|Phase|Type|Titre|Paris',
    ruler: (value, woman) => (value === 1 ? (woman ? 'première' : 'premier') : `${value}`),
    others: rulesOf(
      [/(?<![\p{L}\d])([IVX]+)(?:e|ᵉ|ème|è)(?![\p{L}\d])/gu, ordinalOf((value) => ordinal(value))],
      [/(?<![\p{L}\d])I(?:er|ᵉʳ)(?![\p{L}\d])/gu, 'premier'],
      [/(?<![\p{L}\d])I(?:re|ʳᵉ|ère)(?![\p{L}\d])/gu, 'première'],
    ),
    alone: 'several',
  },
  telephones: {
    patterns: [/(?<!\d[.,]? ?)0 8\d\d \d{3} \d{3}(?! ?\d)/g, /(?<!\d)0\d(?:[ .\u00a0\u202f-]?\d{2}){4}(?!\d)/g],
    calls: 'tél\\.|téléphone|numéro|appelez',
    pairs: true,
  },
  abbreviations: {
    always: table(`
      M.=monsieur | MM.=messieurs | Mme=madame | Mme.=madame | Mlle=mademoiselle | Dr=docteur | Dr.=docteur
      bd=boulevard | Bd=boulevard | bd.=boulevard | av.=avenue | pl.=place | arr.=arrondissement | tél.=téléphone | Tél.=téléphone
      av. J.-C.=avant Jésus-Christ | apr. J.-C.=après Jésus-Christ | env.=environ | pers.=personnes | n°=numéro
      p. ex.=par exemple | c.-à-d.=c'est-à-dire | etc.=et cétéra
    `),
    beforeNumbers: table(`
      №=numéro | p.=page | pp.=pages | art.=article | Art.=Article | chap.=chapitre | fig.=figure | vol.=volume | env.=environ
      max.=maximum | min.=minimum | §=paragraphe
    `),
    contexts: { 'art.': CITED, 'Art.': CITED, 'vol.': CITED },
    spelled: { names: 'UE|USA|EDF|ADN|ARN|IA|OM|IRM|RATP|OGM|ADSL|UMP|IUT|HLM|OPA|UV|UHT|ETA' },
  },
};

/** What names of places begin with. */
const PLACES: Readonly<Record<string, string>> = { St: 'saint', Ste: 'sainte', Mt: 'mont' };

const own = rulesOf(
  [
    /\b([01]?\d|2[0-4]) ?h ?([0-5]\d)?(?: ?min(?!\p{L}))?(?<=[\dhn])(?![\p{L}\d])/gu,
    ([, hours, minutes]) => verbalizeTime(language, Number(hours), Number(minutes ?? 0)),
  ],
  [/(?<![\p{L}\d])(\d{1,2})(?:ᵉ|e|ème|è|nde?)(?![\p{L}\d])/gu, ([, number]) => ordinal(Number(number))],
  [
    /(?<!\p{L})(St|Ste|Mt)(?:-(?=\p{Lu})|(?= \p{Lu}))/gu,
    ([written, short = '']) => PLACES[short] + (written.endsWith('-') ? ' ' : ''),
  ],
  [/(?<![\p{L}\d])1(?:er|ᵉʳ)(?![\p{L}\d])/gu, 'premier'],
  [/(?<![\p{L}\d])1(?:re|ère|ʳᵉ)(?![\p{L}\d])/gu, 'première'],
);

export const french: LanguageRules = { ...language, rules: { own } };
