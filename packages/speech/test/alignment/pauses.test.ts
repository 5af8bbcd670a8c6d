import type { Phone } from '@talking-avatar/contract';
import { describe, expect, it } from 'vitest';
import { removeUnspokenPauses } from '../../src/alignment/pauses.ts';

const phone = (symbol: string, start: number, end: number, word: number | null): Phone => ({
  symbol,
  start,
  end,
  stress: 0,
  word,
});

/** Two words that are 0.2 s apart, with a pause before the first one. */
const PHONES = [phone('', 0, 0.5, null), phone('a', 0.5, 1, 0), phone('', 1, 1.2, null), phone('m', 1.2, 1.4, 1)];

describe('joinWords', () => {
  it('divides a pause that is missing from the recording between the adjacent sounds', () => {
    const [before, one, rest, other] = removeUnspokenPauses(PHONES, [{ start: 0, end: 0.5 }]);
    expect(before).toEqual(PHONES[0]);
    expect(one!.end).toBeGreaterThan(1);
    expect(one!.end).toBeLessThan(1.1);
    expect([rest!.start, rest!.end, other!.start]).toEqual([one!.end, one!.end, one!.end]);
    expect(other!.end).toBe(1.4);
  });

  it.each([
    ['at full length', { start: 1, end: 1.2 }],
    ['in part', { start: 0.8, end: 1.04 }],
  ])('preserves a pause that is in the recording %s', (_, pause) => {
    expect(removeUnspokenPauses(PHONES, [pause])).toEqual(PHONES);
  });

  it('does not treat a click within loud sound as a pause', () => {
    expect(removeUnspokenPauses(PHONES, [{ start: 1.1, end: 1.12 }])).not.toEqual(PHONES);
  });
});
