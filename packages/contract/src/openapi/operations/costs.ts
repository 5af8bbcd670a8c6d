import { jobCostSchema } from '../../account.ts';
import { LIMITS } from '../../limits.ts';
import { exampleId, spendingExample } from '../examples.ts';
import { commonErrors, type Endpoint, type Json, page, pageParameters, query, ref, shared, uuid } from '../parts.ts';
import { schemaOf } from '../schema-of.ts';

const job: Json = {
  ...spendingExample,
  id: exampleId,
  status: 'succeeded',
  created_at: '2026-11-23T12:00:00.000Z',
  output: 'video',
  language: 'en-US',
  duration: 4.6,
};

export const costs: Endpoint = {
  paths: {
    '/lipsync/costs': {
      get: {
        operationId: 'costs',
        summary: 'Costs of jobs',
        description: 'With `id`, one job; without it, a page of jobs, newest first.',
        tags: ['Account'],
        parameters: [
          query('id', uuid, 'The job; without it, all jobs of the account'),
          ...pageParameters(LIMITS.pageCosts, 'Jobs on a page'),
        ],
        responses: {
          200: {
            description: 'The job, or a page of jobs',
            content: {
              'application/json': {
                schema: { oneOf: [ref('JobCost'), ref('JobCostPage')] },
                examples: {
                  job: { summary: 'With id', value: job },
                  page: { summary: 'Without', value: { jobs: [job], cursor: null } },
                },
              },
            },
          },
          ...commonErrors,
          ...shared('InvalidParameter', 'UnknownJob', 'DeletedJob'),
        },
      },
    },
  },
  schemas: { JobCost: schemaOf(jobCostSchema), JobCostPage: page('jobs', ref('JobCost')) },
};
