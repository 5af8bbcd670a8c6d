import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ConcurrencySettings,
  concurrencyNeeds,
  explainConcurrency,
  fitsAccount,
  importReservation,
  renderReservation,
} from '../../lib/settings/concurrency.ts';
import { synthesizeStage } from './fixture.ts';

const settings = fc.record({
  accountConcurrency: fc.integer({ min: 10, max: 20_000 }),
  capacity: fc.integer({ min: 1, max: 500 }),
  renderers: fc.integer({ min: 1, max: 40 }),
  dispatchConcurrency: fc.integer({ min: 2, max: 100 }),
  webhookConcurrency: fc.integer({ min: 2, max: 100 }),
});

/** Returns the number that a message suggests after the given words. */
const advice = (message: string, words: string): number => Number(message.split(words)[1]?.match(/^\d+/)?.[0]);

describe('concurrency', () => {
  it('that fits leaves the API a fifth of the account and at least two executions', () => {
    fc.assert(
      fc.property(settings, (given) => {
        const { jobs, dispatch, webhooks, api, total } = concurrencyNeeds(given);
        expect(total).toBe(jobs + dispatch + webhooks + api);
        expect(api).toBe(Math.max(2, Math.floor(given.accountConcurrency / 5)));
        if (fitsAccount(given)) expect(given.accountConcurrency - jobs - dispatch - webhooks).toBeGreaterThanOrEqual(api);
      }),
    );
  });

  it('that does not fit is explained with settings that fit and the smallest sufficient quota', () => {
    fc.assert(
      fc.property(settings, (given) => {
        fc.pre(!fitsAccount(given));
        const message = explainConcurrency(given);
        const account = advice(message, 'accountConcurrency to ');
        const fits = (changes: Partial<ConcurrencySettings>) => fitsAccount({ ...given, ...changes });
        expect([fits({ accountConcurrency: account }), fits({ accountConcurrency: account - 1 })]).toEqual([true, false]);
        const capacity = advice(message, 'for example capacity ');
        const renderers = advice(message, 'and renderers ');
        if (capacity) expect(fits({ capacity, renderers })).toBe(true);
        else expect(message).toContain('lower dispatchConcurrency or webhookConcurrency');
      }),
    );
  });

  it('is reserved for rendering if the rest is enough for all other steps and 100 remain unreserved', () => {
    fc.assert(
      fc.property(settings, (given) => {
        const reserved = renderReservation(given);
        const { jobs, dispatch, webhooks, api } = concurrencyNeeds(given);
        const rest = given.accountConcurrency - jobs;
        const isEnough = rest >= 100 && rest >= given.capacity + dispatch + webhooks + api;
        expect(reserved).toBe(isEnough ? jobs : undefined);
      }),
    );
  });

  it('is reserved for imports if the rest suffices for everything else, and 100 stay unreserved', () => {
    fc.assert(
      fc.property(settings, (given) => {
        const imports = importReservation(given);
        const { jobs, dispatch, webhooks, api } = concurrencyNeeds(given);
        const rendering = renderReservation(given);
        const rest = given.accountConcurrency - (rendering ?? 0) - 2;
        const isEnough = rest >= 100 && rest >= (rendering ? given.capacity : jobs) + dispatch + webhooks + api;
        expect(imports).toBe(isEnough ? 2 : undefined);
      }),
    );
  });

  it.each([
    [199, undefined],
    [200, 100],
  ])('in an account with %i executions, 100 of which are for rendering, has the reservation %s', (accountConcurrency, own) => {
    const given = { capacity: 10, renderers: 10, dispatchConcurrency: 2, webhookConcurrency: 2 };
    expect(renderReservation({ ...given, accountConcurrency })).toBe(own);
  });

  it.each([
    [{}, {}],
    [{ accountConcurrency: 1_000, capacity: 700, renderers: 1 }, { import: 2 }],
    [
      { accountConcurrency: 1_000, capacity: 50, renderers: 10 },
      { import: 2, render: 500 },
    ],
  ])('in a deployment with %j has the reservation %j in the template', (context, expected) => {
    const functions = synthesizeStage({ stage: 'test', ...context }).ofType('AWS::Lambda::Function');
    const reserved = functions.flatMap(([, { Properties }]) =>
      Properties.ReservedConcurrentExecutions === undefined
        ? []
        : [[Properties.Environment.Variables.POWERTOOLS_SERVICE_NAME, Properties.ReservedConcurrentExecutions]],
    );
    expect(Object.fromEntries(reserved)).toEqual(expected);
  });
});
