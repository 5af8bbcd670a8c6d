import { LIMITS } from '../../limits.ts';
import { JOB_STATUSES, jobStatusSchema } from '../../record.ts';
import { atRootAndUnderLipsync, commonErrors, content, type Endpoint, page, pageParameters, query, ref, shared, uuid } from '../parts.ts';
import { schemaOf } from '../schema-of.ts';

export const status: Endpoint = {
  paths: atRootAndUnderLipsync('/status', {
    operationId: 'status',
    summary: "One job by ID, or the caller's jobs, newest first",
    description:
      'With `id`, one job; without it, a page of jobs. Poll until `finished_at` is set, at the interval in `Retry-After`, or use webhooks.',
    tags: ['Jobs'],
    parameters: [
      query('id', uuid, 'The job; without it, all jobs of the account'),
      ...pageParameters(LIMITS.pageJobs, 'Jobs on a page'),
      query('status', { enum: JOB_STATUSES }, 'Only jobs with this status'),
    ],
    responses: {
      200: {
        description: 'The job, or a page of jobs',
        headers: { 'retry-after': { $ref: '#/components/headers/RetryAfter' } },
        content: content({ oneOf: [ref('JobStatus'), ref('JobPage')] }),
      },
      ...commonErrors,
      ...shared('InvalidParameter', 'UnknownJob', 'DeletedJob'),
    },
  }),
  schemas: { JobStatus: schemaOf(jobStatusSchema), JobPage: page('jobs', ref('JobStatus')) },
};
