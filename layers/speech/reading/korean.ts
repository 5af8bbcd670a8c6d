/** Hours of Korean are counted in native numbers, as things are. */
const KOREAN_ONES = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉'];
const KOREAN_TENS = ['', '열', '스물', '서른', '마흔', '쉰', '예순', '일흔', '여든', '아흔'];

/** A number below 100 in native Korean, as it stands before a counter. */
export function countKorean(value: number): string {
  if (value === 20) return '스무';
  return (KOREAN_TENS[Math.floor(value / 10)] ?? '') + (KOREAN_ONES[value % 10] ?? '');
}
