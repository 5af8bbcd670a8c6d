const SPANISH_ONES = ['', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez'].concat(
  'once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós'.split(' '),
  'veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(' '),
);
const SPANISH_TENS = ['', '', '', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'];
const SPANISH_HUNDREDS = [
  '',
  'ciento',
  'doscient',
  'trescient',
  'cuatrocient',
  'quinient',
  'seiscient',
  'setecient',
].concat('ochocient', 'novecient');

/** A number from 1 to 999 before a noun. */
export function saySpanish(value: number, gender: 'm' | 'f'): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const [tens, ones] = [Math.floor(rest / 10), rest % 10];
  const small = rest < 30 ? SPANISH_ONES[rest]! : [SPANISH_TENS[tens], SPANISH_ONES[ones]].filter(Boolean).join(' y ');
  const ended =
    gender === 'f' ? small.replace(/uno$/, 'una') : small.replace(/veintiuno$/, 'veintiún').replace(/uno$/, 'un');
  const head = SPANISH_HUNDREDS[hundreds]!;
  const hundred = hundreds < 2 ? (value === 100 ? 'cien' : head) : `${head}${gender === 'f' ? 'as' : 'os'}`;
  return [hundred, ended].filter(Boolean).join(' ');
}

const PORTUGUESE_ONES = [
  '',
  'uma',
  'duas',
  'três',
  'quatro',
  'cinco',
  'seis',
  'sete',
  'oito',
  'nove',
  'dez',
  'onze',
].concat('doze treze catorze quinze dezesseis dezessete dezoito dezenove'.split(' '));
const PORTUGUESE_TENS = 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ');
const PORTUGUESE_HUNDREDS = ['', 'cento', 'duzentas', 'trezentas', 'quatrocentas', 'quinhentas', 'seiscentas'].concat(
  'setecentas',
  'oitocentas',
  'novecentas',
);

/** A number from 1 to 999 before a feminine noun. */
export function sayPortuguese(value: number): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const tens = PORTUGUESE_TENS[Math.floor(rest / 10) - 2];
  const small = rest < 20 ? [PORTUGUESE_ONES[rest]] : [tens, PORTUGUESE_ONES[rest % 10]];
  return [value === 100 ? 'cem' : PORTUGUESE_HUNDREDS[hundreds], ...small].filter(Boolean).join(' e ');
}

/** A number up to 199 that ends in one before a feminine noun, as French has it: "vingt et une". */
export function sayFrenchFeminine(value: number): string | undefined {
  if (value % 10 !== 1 || value > 199 || [11, 71, 91].includes(value % 100)) return undefined;
  const hundred = value > 100 ? 'cent ' : '';
  const tens = FRENCH_TENS[Math.floor((value % 100) / 10)];
  return tens === undefined ? `${hundred}une` : `${hundred}${tens}${tens.startsWith('quatre') ? '-une' : ' et une'}`;
}

const FRENCH_TENS: Readonly<Record<number, string>> = {
  ...{ 2: 'vingt', 3: 'trente', 4: 'quarante', 5: 'cinquante', 6: 'soixante', 8: 'quatre-vingt' },
};
