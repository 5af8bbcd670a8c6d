import { commonErrors, type Endpoint, pathId, shared } from '../parts.ts';

export const remove: Endpoint = {
  paths: {
    '/lipsync/jobs/{id}': {
      delete: {
        operationId: 'deleteJob',
        summary: 'Delete a job with its input and its artifacts',
        tags: ['Jobs'],
        description: 'A queued or running job is cancelled first. Pending webhooks are not sent.',
        parameters: [pathId],
        responses: { 204: { description: 'The job is deleted' }, ...commonErrors, ...shared('UnknownJob', 'DeletedJob') },
      },
    },
  },
};
