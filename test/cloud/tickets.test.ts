import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Clock, idleAccounts, nextTicket } from '../../layers/cloud/index.ts';

/** Lets accounts draw tickets in an order, then calls all of them, lowest ticket first. */
function serve(arrivals: readonly string[]): string[] {
  let clock: Clock = { time: 0, last: {} };
  const line = arrivals.map((account, order) => {
    const ticket = nextTicket(clock, account);
    clock = { ...clock, last: { ...clock.last, [account]: ticket } };
    return { account, ticket, order };
  });
  return line.sort((a, b) => a.ticket - b.ticket || a.order - b.order).map(({ account }) => account);
}

it('calls a single job of a newcomer after one of the crowd, not after all', () => {
  const served = serve([...Array(100).fill('crowd'), 'newcomer']);
  expect(served.indexOf('newcomer')).toBe(1);
});

it('takes turns between accounts that all wait: none gets two ahead of another', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }), (arrivals) => {
      const served = serve(arrivals);
      const left = new Map<string, number>();
      for (const account of arrivals) left.set(account, (left.get(account) ?? 0) + 1);
      const had = new Map<string, number>();
      for (const account of served) {
        had.set(account, (had.get(account) ?? 0) + 1);
        for (const [other, total] of left) {
          const done = had.get(other) ?? 0;
          if (done < total) expect((had.get(account) ?? 0) - done).toBeLessThanOrEqual(1);
        }
      }
    }),
  );
});

it('does not make an account pay for what it was served while others were idle', () => {
  const clock: Clock = { time: 500, last: { busy: 500 } };
  expect(nextTicket(clock, 'busy')).toBe(nextTicket(clock, 'newcomer'));
  expect(idleAccounts(clock)).toEqual(['busy']);
});
