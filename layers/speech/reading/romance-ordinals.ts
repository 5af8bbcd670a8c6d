/** How ordinal numbers are put together in Spanish and Portuguese: a word for the tens and one for the ones. */
const SPANISH = {
  ones: ['', 'primero', 'segundo', 'tercero', 'cuarto', 'quinto', 'sexto', 'séptimo', 'octavo', 'noveno'],
  tens: [
    '',
    'décimo',
    'vigésimo',
    'trigésimo',
    'cuadragésimo',
    'quincuagésimo',
    'sexagésimo',
    'septuagésimo',
    'octogésimo',
    'nonagésimo',
  ],
};
const PORTUGUESE = {
  ones: ['', 'primeiro', 'segundo', 'terceiro', 'quarto', 'quinto', 'sexto', 'sétimo', 'oitavo', 'nono'],
  tens: [
    '',
    'décimo',
    'vigésimo',
    'trigésimo',
    'quadragésimo',
    'quinquagésimo',
    'sexagésimo',
    'septuagésimo',
    'octogésimo',
    'nonagésimo',
  ],
};
const ITALIAN_FIRST = [
  '',
  'primo',
  'secondo',
  'terzo',
  'quarto',
  'quinto',
  'sesto',
  'settimo',
  'ottavo',
  'nono',
  'decimo',
  'undicesimo',
  'dodicesimo',
  'tredicesimo',
  'quattordicesimo',
  'quindicesimo',
  'sedicesimo',
  'diciassettesimo',
  'diciottesimo',
  'diciannovesimo',
];
const ITALIAN_TENS = ['', '', 'venti', 'trenta', 'quaranta', 'cinquanta', 'sessanta', 'settanta', 'ottanta', 'novanta'];
const ITALIAN_ONES = ['', 'un', 'due', 'tre', 'quattr', 'cinqu', 'sei', 'sett', 'ott', 'nov'];
const FRENCH_ONES = [
  '',
  'un',
  'deux',
  'trois',
  'quatre',
  'cinq',
  'six',
  'sept',
  'huit',
  'neuf',
  'dix',
  'onze',
  'douze',
  'treize',
  'quatorze',
  'quinze',
  'seize',
  'dix-sept',
  'dix-huit',
  'dix-neuf',
];
const FRENCH_TENS = ['', '', 'vingt', 'trente', 'quarante', 'cinquante', 'soixante', 'soixante', 'quatre-vingt'];

/** Ordinal numbers of the Romance languages from the first to the 99th, masculine; undefined beyond. */
export const ROMANCE_ORDINALS: Readonly<Record<'es' | 'pt' | 'it' | 'fr', (value: number) => string | undefined>> = {
  es: (value) => compose(SPANISH, value),
  pt: (value) => compose(PORTUGUESE, value),
  it: sayItalian,
  fr: sayFrench,
};

function compose({ ones, tens }: typeof SPANISH, value: number): string | undefined {
  if (!isSmall(value)) return undefined;
  return [tens[Math.floor(value / 10)], ones[value % 10]].filter(Boolean).join(' ');
}

function sayItalian(value: number): string | undefined {
  if (!isSmall(value)) return undefined;
  if (value < 20) return ITALIAN_FIRST[value];
  const [tens, one] = [ITALIAN_TENS[Math.floor(value / 10)]!, value % 10];
  if (one === 0) return `${tens.slice(0, -1)}esimo`;
  return `${one === 1 || one === 8 ? tens.slice(0, -1) : tens}${ITALIAN_ONES[one]}esimo`;
}

function sayFrench(value: number): string | undefined {
  if (!isSmall(value)) return undefined;
  if (value === 1) return 'premier';
  const cardinal = sayFrenchCardinal(value);
  return `${cardinal.replace(/e$/, '').replace(/cinq$/, 'cinqu').replace(/neuf$/, 'neuv')}ième`;
}

function sayFrenchCardinal(value: number): string {
  if (value < 20) return FRENCH_ONES[value]!;
  const twenties = value >= 60;
  const ten = twenties && Math.floor(value / 10) % 2 ? Math.floor(value / 10) - 1 : Math.floor(value / 10);
  const rest = value - 10 * ten;
  const joint = rest === 1 || (rest === 11 && ten === 6) ? (ten === 8 ? '-' : ' et ') : '-';
  return `${FRENCH_TENS[ten]}${rest === 0 ? '' : joint + FRENCH_ONES[rest]}`;
}

const isSmall = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 99;

/** The feminine of a Spanish, Portuguese or Italian ordinal number. */
export const toFeminine = (ordinal: string): string => ordinal.replace(/o\b/g, 'a');
