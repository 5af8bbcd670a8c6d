import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { formatSecret, MAX_DELIVERY_TIME_MS, nextAttemptTime, parseRetryAfter, signDelivery } from '#webhooks';
import { RETRY_SCHEDULE } from '../../layers/webhooks/schedule.ts';

const now = 1_800_000_000_000;

describe('the schedule', () => {
  it('is 0, 5 s, 30 s, 5 min, 30 min, 2 h, 5 h, and 10 h, each up to a fifth later', () => {
    expect(RETRY_SCHEDULE.map((ms) => ms / 1000)).toEqual([0, 5, 30, 300, 1800, 7200, 18_000, 36_000]);
    for (const [attempts, delay] of RETRY_SCHEDULE.entries()) {
      const at = (random: number) => nextAttemptTime({ attempts, since: now, now, random });
      expect(at(0)).toBe(now + delay);
      expect(at(1)).toBe(now + delay * 1.2);
    }
    expect(nextAttemptTime({ attempts: RETRY_SCHEDULE.length, since: now, now, random: 0 })).toBeUndefined();
  });

  it("is never before the schedule or the receiver's Retry-After, and never after a day", () => {
    const moment = fc.record({
      attempts: fc.integer({ min: 1, max: 9 }),
      since: fc.integer({ min: now - MAX_DELIVERY_TIME_MS, max: now }),
      retryAfter: fc.option(fc.integer({ min: 0, max: 2 * MAX_DELIVERY_TIME_MS }), { nil: undefined }),
      random: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(moment, (planned) => {
        const at = nextAttemptTime({ ...planned, now });
        if (at === undefined) return;
        expect(at).toBeGreaterThanOrEqual(now + (RETRY_SCHEDULE[planned.attempts] ?? 0));
        expect(at).toBeGreaterThanOrEqual(now + (planned.retryAfter ?? 0));
        expect(at - planned.since).toBeLessThanOrEqual(MAX_DELIVERY_TIME_MS);
      }),
    );
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 5 ', 5_000],
    [new Date(now + 30_000).toUTCString(), 30_000],
    [new Date(now - 30_000).toUTCString(), 0],
    ['soon', undefined],
    [undefined, undefined],
  ])('%s means %s ms', (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected);
  });

  it('is a time in the future or undefined for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const asked = parseRetryAfter(text, now);
        expect(asked === undefined || asked >= 0).toBe(true);
      }),
    );
  });
});

it('creates signatures that an independent verifier accepts, whatever the body', () => {
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(key, key, fc.jsonValue(), (one, other, value) => {
      const body = JSON.stringify({ value });
      const headers = signDelivery('msg_1', Date.now(), body, [one, other]);
      for (const secret of [one, other]) expect(new Webhook(formatSecret(secret)).verify(body, headers)).toEqual(JSON.parse(body));
    }),
  );
});
