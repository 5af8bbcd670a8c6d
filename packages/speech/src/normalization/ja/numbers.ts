import { COUNTERS } from './counters.ts';

/** Katakana for the digits, and for their multiples of 10, 100, and 1000. */
const ONES = ['ゼロ', 'イチ', 'ニ', 'サン', 'ヨン', 'ゴ', 'ロク', 'ナナ', 'ハチ', 'キュー'];
const HUNDREDS: Readonly<Record<number, string>> = { 1: 'ヒャク', 3: 'サンビャク', 6: 'ロッピャク', 8: 'ハッピャク' };
const THOUSANDS: Readonly<Record<number, string>> = { 1: 'セン', 3: 'サンゼン', 8: 'ハッセン' };
/** Names of the powers of ten thousand. */
const MYRIADS = ['', 'マン', 'オク', 'チョー', 'ケー'];
/** Number endings that double before a counter, and endings that double before a counter with k or h. */
const DOUBLED = /(?<=イ|ハ)チ$|(?<=ジュ)ー$/;
const DOUBLED_BEFORE_K = /(?<=イ|ハ)チ$|(?<=ジュ)ー$|(?<=ロ|[ヒビピ]ャ)ク$/;

/** Verbalizes a number in katakana, digit by digit if it has more than 20 digits. */
export function verbalizeNumber(digits: string): string {
  const bare = digits.replace(/^0+(?=\d)/, '');
  if (bare.length > 4 * MYRIADS.length || (digits.length > 1 && digits.startsWith('0'))) return verbalizeDigits(digits);
  if (bare === '0') return ONES[0]!;
  const groups: string[] = [];
  for (let end = bare.length; end > 0; end -= 4) groups.push(bare.slice(Math.max(0, end - 4), end));
  return groups
    .map((group, power) => {
      const said = verbalizeBelowMyriad(Number(group), power > 0);
      const name = MYRIADS[power]!;
      return said === '' ? '' : (/^[チケ]/.test(name) ? double(said, name.startsWith('ケ') ? 'k' : 's') : said) + name;
    })
    .toReversed()
    .join('');
}

/** @param counted True if the name of a power follows, in which case a thousand is イッセン. */
function verbalizeBelowMyriad(value: number, counted: boolean): string {
  const [thousands, hundreds, tens, ones] = [1000, 100, 10, 1].map((unit) => Math.floor(value / unit) % 10);
  const thousand = counted && thousands === 1 ? 'イッセン' : (THOUSANDS[thousands!] ?? `${ONES[thousands!]}セン`);
  return [
    thousands ? thousand : '',
    hundreds ? (HUNDREDS[hundreds] ?? `${ONES[hundreds]}ヒャク`) : '',
    tens ? `${tens > 1 ? ONES[tens] : ''}ジュー` : '',
    ones ? ONES[ones]! : '',
  ].join('');
}

/** Verbalizes digits one by one, with lengthened readings of 2 and 5, as on the telephone. */
export const verbalizeDigits = (digits: string): string =>
  [...digits].map((digit) => ({ 2: 'ニー', 5: 'ゴー' })[Number(digit)] ?? ONES[Number(digit)] ?? '').join('');

const double = (number: string, before: 'k' | 's' | 'h' = 's'): string => number.replace(before === 's' ? DOUBLED : DOUBLED_BEFORE_K, 'ッ');

/** Verbalizes ASCII digits, possibly with a decimal point, along with a counter from COUNTER_PATTERN. */
export function verbalizeCounted(digits: string, counter = ''): string {
  const [whole = '', decimals] = digits.split('.');
  const rule = COUNTERS[counter];
  if (decimals !== undefined) return `${double(verbalizeNumber(whole))}テン${verbalizeDigits(decimals)}${rule?.usual ?? ''}`;
  // "05分"
  const number = verbalizeNumber(rule && /^0\d$/.test(whole) ? whole.slice(1) : whole);
  if (!rule) return number;
  const exact = rule.whole?.[Number(whole)];
  if (exact !== undefined) return exact;
  const last = Number(whole) % 10;
  const own = rule.digits?.[last];
  if (own !== undefined) return number.slice(0, number.length - ONES[last]!.length) + own + rule.usual;
  if (rule.voiced !== undefined && (/サン$|[セゼ]ン$/.test(number) || (rule.doubles === 'h' && /マン$/.test(number)))) {
    return number + rule.voiced;
  }
  if (!rule.doubles) return number + rule.usual;
  const doubled = double(number, rule.doubles);
  return doubled + (doubled === number ? rule.usual : (rule.doubled ?? rule.usual));
}
