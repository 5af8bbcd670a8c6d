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

/** Two words with a rest of 0.2 s between them, and one before them. */
const PHONES = [phone('', 0, 0.5, null), phone('a', 0.5, 1, 0), phone('', 1, 1.2, null), phone('m', 1.2, 1.4, 1)];

describe('joinWords', () => {
  it('divides a rest that the recording has not between the sounds beside it', () => {
    const [before, one, rest, other] = removeUnspokenPauses(PHONES, [{ start: 0, end: 0.5 }]);
    expect(before).toEqual(PHONES[0]);
    expect(one!.end).toBeGreaterThan(1);
    expect(one!.end).toBeLessThan(1.1);
    expect([rest!.start, rest!.end, other!.start]).toEqual([one!.end, one!.end, one!.end]);
    expect(other!.end).toBe(1.4);
  });

  it.each([
    ['for as long', { start: 1, end: 1.2 }],
    ['for a part of it', { start: 0.8, end: 1.04 }],
  ])('keeps a rest that the recording has %s', (_, lull) => {
    expect(removeUnspokenPauses(PHONES, [lull])).toEqual(PHONES);
  });

  it('takes a click within loud sound for no rest', () => {
    expect(removeUnspokenPauses(PHONES, [{ start: 1.1, end: 1.12 }])).not.toEqual(PHONES);
  });
});
