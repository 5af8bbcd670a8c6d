import { accountSchema } from '../../account.ts';
import { spendingExample } from '../examples.ts';
import { commonErrors, type Endpoint, errors, type Json, query, ref } from '../parts.ts';
import { schemaOf } from '../schema-of.ts';

const example: Json = {
  account: 'acme',
  plan: { name: 'standard', quota: 1000, used: 12, left: 988, expires_at: '2026-12-24T12:00:00.000Z' },
  budget: { currency: 'USD', monthly: 25, spent: 0.0042, left: 24.9958, stop: true },
  rate_limits: [
    { policy: 'token', requests: 200, seconds: 10 },
    { policy: 'address', requests: 500, seconds: 10 },
  ],
  spending: {
    ...spendingExample,
    month: '2026-11',
    updated_at: '2026-11-23T12:00:00.000Z',
    days: [{ day: '2026-11-23', amount: 0.0042, steps: spendingExample.steps }],
  },
};

export const account: Endpoint = {
  paths: {
    '/lipsync/account': {
      get: {
        operationId: 'account',
        summary: "The account's plan, budget, rate limits, and spending",
        description:
          "The plan is the token's. Spending is the cost of the account's jobs and requests at AWS's list prices, updated every five minutes.",
        tags: ['Account'],
        parameters: [
          query('month', { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }, 'The month of the spending; default: this month (UTC)'),
        ],
        responses: {
          200: { description: 'The account', content: { 'application/json': { schema: ref('Account'), example } } },
          ...commonErrors,
          ...errors({ 400: 'The month is invalid' }),
        },
      },
    },
  },
  schemas: { Account: schemaOf(accountSchema) },
};
