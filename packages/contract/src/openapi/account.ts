import { LIMITS } from '../limits.ts';
import { exampleId } from './examples.ts';
import { commonErrors, errorResponses, type Json, query, record, ref, uuid } from './parts.ts';

export const jobCostPageSchema: Json = record({
  jobs: { type: 'array', items: ref('JobCost') },
  cursor: {
    type: ['string', 'null'],
    description: 'Send it for the next page; null on the last one, and only there: a page may have fewer than `limit`, or none',
  },
});

const spent = { currency: 'USD', amount: 0.0042, steps: [{ step: 'render', amount: 0.0042 }] };

const accountExample: Json = {
  account: 'acme',
  plan: { name: 'standard', quota: 1000, used: 12, left: 988, expires_at: '2026-12-24T12:00:00.000Z' },
  budget: { currency: 'USD', monthly: 25, spent: 0.0042, left: 24.9958, stop: true },
  rate_limits: [
    { policy: 'token', requests: 200, seconds: 10 },
    { policy: 'address', requests: 500, seconds: 10 },
  ],
  spending: {
    ...spent,
    month: '2026-11',
    updated_at: '2026-11-23T12:00:00.000Z',
    days: [{ day: '2026-11-23', amount: 0.0042, steps: spent.steps }],
  },
};

const jobCost: Json = {
  ...spent,
  id: exampleId,
  status: 'succeeded',
  created_at: '2026-11-23T12:00:00.000Z',
  output: 'video',
  language: 'en-US',
  duration: 4.6,
};

export const account: Json = {
  operationId: 'account',
  summary: 'Plan, budget, rate limits and spending of the account',
  description:
    'The plan is that of the token. Spending is what the jobs and requests of the account cost at the list prices of AWS, added up every five minutes.',
  tags: ['Account'],
  parameters: [query('month', { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }, 'Whose spending; default: this month (UTC)')],
  responses: {
    200: {
      description: 'The account',
      content: { 'application/json': { schema: ref('Account'), example: accountExample } },
    },
    ...errorResponses({ ...commonErrors, 400: 'The month is invalid' }),
  },
};

export const costs: Json = {
  operationId: 'costs',
  summary: 'What jobs have cost',
  description: 'With `id`, one job; without it, a page of jobs, newest first.',
  tags: ['Account'],
  parameters: [
    query('id', uuid, 'The job; without it, all jobs of the account'),
    query('limit', { type: 'integer', minimum: 1, maximum: LIMITS.pageCosts, default: 20 }, 'Jobs on a page'),
    query('cursor', { type: 'string' }, 'The cursor of the previous page'),
  ],
  responses: {
    200: {
      description: 'The job, or a page of jobs',
      content: {
        'application/json': {
          schema: { oneOf: [ref('JobCost'), ref('JobCostPage')] },
          examples: {
            job: { summary: 'With id', value: jobCost },
            page: { summary: 'Without', value: { jobs: [jobCost], cursor: null } },
          },
        },
      },
    },
    ...errorResponses({
      ...commonErrors,
      400: 'A parameter is invalid',
      404: 'There is no such job',
      410: 'The job was deleted or has expired',
    }),
  },
};
