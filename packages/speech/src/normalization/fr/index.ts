import data from 'cldr-rbnf/rbnf/fr.json' with { type: 'json' };
import type { LanguageRules } from '../core/language.ts';
import { genderOf } from '../core/numbers.ts';
import { ordinalOf } from '../core/roman.ts';
import { rulesOf, table } from '../core/rule.ts';
import { createSpellout } from '../core/spellout.ts';
import { verbalizeTime } from '../core/times.ts';
import { metricUnits } from '../core/units.ts';

/** Converts to the pre-1990 spelling, which the voice supports. CLDR also has "quatre-vingt-et-unième" instead of "quatre-vingt-unième". */
const traditional = (words: string): string => words.replace('quatre-vingt-et-', 'quatre-vingt-').replace('-et-', ' et ');

const [ordinals, feminine] = [createSpellout(data, 'ordinal-masculine'), createSpellout(data, 'cardinal-feminine')];
const ordinal = (value: number): string => traditional(ordinals(value));

const NOUNS = {
  feminine:
    /(?:tion|sion|té|ée|ure|ette|esse|ance|ence|elle|euse|trice|tude|ière|ande|ine|ade|ise|aise|ille|otte|ie)s?$|^(?:heure|minute|seconde|femme|fille|personne|page|semaine|fois|nuit|maison|place|chambre|pièce|étoile|ville|école|voix|tonne|famille|entreprise|victime|dose|tasse|cuillère|ligne|bouteille|livre sterling|chose|partie|équipe|table|porte|chaise|tranche|boîte|carte|course|rue|langue|image|photo|œuvre|usine|vie|roupie|couronne|sœur|part|main|île|plage|gare|route|note|lettre|phrase|arme|médaille|étape)s?$/,
  exceptions:
    /^(?:(?:magazine|domaine|capitaine|moine|patrimoine|malaise|zombie|stade|grade|malade|camarade|nomade|gorille|incendie|génie|parapluie|sosie|comité|lycée|musée|trophée|été|côté|traité|député|comté|arrêté|degré|silence|bébé|congé|café|employé|associé|invité|blessé|retraité)s?|plusieurs|autres?|toutes?|quelques)$/,
  unchanged: /^(?:fois|voix)$/,
};

const language: LanguageRules = {
  tag: 'fr-FR',
  ordinal,
  signs: {
    address: ['arobase', 'point', 'slash', 'tiret', 'tiret bas'],
    math: ['inférieur ou égal à', 'supérieur ou égal à', 'différent de', 'environ', 'plus ou moins', 'moins '],
    arithmetic: ['plus', 'fois', 'divisé par', 'égale', 'inférieur à', 'supérieur à'],
    range: 'à',
    result: 'à',
    repeated: 'fois',
    outOf: 'sur',
    lengths: 'sur',
    pressure: 'sur',
  },
  // Only numbers ending in one have a feminine form.
  count: (value, noun) =>
    value % 10 === 1 && ![11, 71, 91].includes(value % 100) && genderOf(NOUNS, noun, value) === 'f'
      ? traditional(feminine(value))
      : undefined,
  labels:
    'chapitre|partie|étape|phase|niveau|groupe|tome|page|ligne|section|version|exercice|question|tableau|figure|salle|porte|option|article|numéro|n°|type|classe|ligue|série|saison|épisode|volume|le|du|au|chaîne|route|zone',
  beforeDate: "le|du|l['’]",
  date: ({ day, monthName, year }) => [day === 1 ? 'premier' : day, monthName, year].filter(Boolean).join(' '),
  shortMonths: { afterDay: '(?:er)? ' },
  time: (hours, minutes) => {
    const name = `heure${hours > 1 ? 's' : ''}`;
    return `${language.count?.(hours, name) ?? hours} ${name}${minutes ? ` ${minutes}` : ''}`;
  },
  weekdays: { joint: 'à', words: 'au' },
  money: {
    country: / (?:américains?|des États-Unis)$/,
    cents: (value, code, alone) => (alone && /EUR|CHF/.test(code) ? ` centime${value === 1 ? '' : 's'}` : ''),
    magnitudes: table(`
      k=mille | M=millions/million | Md=milliards/milliard | Mds=milliards/milliard | million | millions | milliard | milliards
    `),
    of: (name, word) => (word === 'mille' ? name : /^[aeiouyhé]/i.test(name) ? `d'${name}` : `de ${name}`),
  },
  rates: { per: 'par', each: table('heure | jour | semaine | mois | an | personne | nuit') },
  units: metricUnits(`
    °=@degree | V=volts/volt | p.=pages/page | pts=points/point | s=@second | km/h=kilomètres heure | kg=kilos/kilo | mg=milligrammes/milligramme | l=@liter
    c. à s.=cuillères à soupe/cuillère à soupe | c. à c.=cuillères à café/cuillère à café | cl=centilitres/centilitre | ha=@hectare | Go=@gigabyte | Mo=@megabyte | To=@terabyte | km²=kilomètres carrés/kilomètre carré
    m²=mètres carrés/mètre carré | m³=mètres cubes/mètre cube | kWh=kilowattheures/kilowattheure | W=watts/watt | dl=décilitres/décilitre | sec.=@second | mn=@minute | hab.=habitants/habitant | pers.=personnes/personne | càs=cuillères à soupe/cuillère à soupe | c. à soupe=cuillères à soupe/cuillère à soupe | c. à café=cuillères à café/cuillère à café
    c.à.s.=cuillères à soupe/cuillère à soupe | càc=cuillères à café/cuillère à café | c.à.c.=cuillères à café/cuillère à café
  `),
  fractions: {
    half: ['un demi', 'et demi', 'une demi'],
    joint: 'et',
    over: 'sur',
    one: 'un',
    of: ' de',
    part: (below) => ({ 2: 'demi/demis', 3: 'tiers/tiers', 4: 'quart/quarts' })[below] ?? `${ordinal(below)}/${ordinal(below)}s`,
  },
  roman: {
    parts:
      '[Cc]hapitre|[Pp]artie|[Tt]ome|[Vv]olume|[Ll]ivre|[Aa]cte|[Ss]cène|[Aa]rticle|[Aa]nnexe|[Pp]hase|[Tt]ype|[Cc]lasse|[Tt]itre|Paris',
    ruler: (value, woman) => (value === 1 ? (woman ? 'première' : 'premier') : `${value}`),
    others: rulesOf(
      [/(?<![\p{L}\d])([IVX]+)(?:e|ᵉ|ème|è)(?![\p{L}\d])/gu, ordinalOf((value) => ordinal(value))],
      [/(?<![\p{L}\d])[I1](er|ᵉʳ|re|ʳᵉ|ère)(?![\p{L}\d])/gu, ([, end]) => (/^(?:er|ᵉʳ)$/.test(end!) ? 'premier' : 'première')],
    ),
    alone: '[IVX]{2,}',
    first: ' \\p{Ll}',
  },
  telephones: {
    calls: 'tél\\.|téléphone|numéro|appelez',
    pairs: true,
  },
  abbreviations: {
    always: table(`
      selon l'art.=selon l'article | Selon l'art.=Selon l'article | à l'art.=à l'article | M.=monsieur | MM.=messieurs | Mme=madame | Mme.=madame | Mlle=mademoiselle | Dr=docteur | Dr.=docteur | bd=boulevard | Bd=boulevard | bd.=boulevard | av.=avenue | pl.=place | tél.=téléphone | Tél.=téléphone | av. J.-C.=avant Jésus-Christ | av. JC=avant Jésus-Christ | av.JC=avant Jésus-Christ | vs=versus
      apr. J.-C.=après Jésus-Christ | env.=environ | n°=numéro | p. ex.=par exemple | cf.=confer | Cf.=confer | c.-à-d.=c'est-à-dire | etc.=et cétéra | RDV=rendez-vous | rdv=rendez-vous | incl.=inclus | bât.=bâtiment | Bât.=Bâtiment | appt.=appartement | apt.=appartement
      rdc=rez-de-chaussée | j. fériés=jours fériés | à dr.=à droite | ét.=étage | Univ.=université | approx.=approximativement | qqch.=quelque chose | qqn=quelqu'un | Sté=société | resp.=respectivement | par ex.=par exemple | Pr=professeur | Pr.=professeur | svp=s'il vous plaît | SVP=s'il vous plaît
    `),
    beforeNumbers: table(
      '№=numéro | al.=alinéa | p.=page | pp.=pages | chap.=chapitre | max.=maximum | min.=minimum | km=kilomètre | th.=thermostat | fig.=figure | éd.=édition | §=paragraphe',
    ),
    cited: { behind: '[Vv]oir|[Cc]f\\.|selon|et', names: table('art.=article | vol.=volume') },
    spelled: { names: 'RER|UE|USA|EDF|ADN|ARN|IA|OM|IRM|RATP|OGM|ADSL|IUT|HLM|UV' },
  },
};

/** Beginnings of place names. */
const PLACES = table('St=saint | Ste=sainte | Mt=mont');

const own = rulesOf(
  [/(?<=[IVX](?:e|ᵉ|ème|er) )s(?:\.(?=\s?[\p{Ll}\d,;:)])|(?=\.))/gu, 'siècle'],
  [
    /\b([01]?\d|2[0-4]) ?h ?([0-5]\d)?(?: ?min(?!\p{L}))?(?<=[\dhn])(?![\p{L}\d])/gu,
    ([, hours, minutes]) => verbalizeTime(language, Number(hours), Number(minutes ?? 0)),
  ],
  [/(?<![\p{L}\d])(\d{1,2})(?:ᵉ|e|ème|è|nde?)(?![\p{L}\d])/gu, ([, number]) => ordinal(Number(number))],
  [/(?<!\p{L})(St|Ste|Mt)(?:-(?=\p{Lu})|(?= \p{Lu}))/gu, ([written, short = '']) => PLACES[short] + (written.endsWith('-') ? ' ' : '')],
);

export const french: LanguageRules = { ...language, rules: { own } };
