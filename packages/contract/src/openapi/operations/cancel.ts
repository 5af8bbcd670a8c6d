import { commonErrors, content, type Endpoint, errors, query, ref, shared, uuid } from '../parts.ts';

export const cancel: Endpoint = {
  paths: {
    '/lipsync/cancel': {
      post: {
        operationId: 'cancel',
        summary: 'Cancel a queued or running job',
        tags: ['Jobs'],
        description: 'Cancelling a cancelled job has no effect. A cancelled job still counts against the quota.',
        parameters: [query('id', uuid, 'The job; or send {"id": …} as the body')],
        requestBody: { required: false, content: content({ type: 'object', required: ['id'], properties: { id: uuid } }) },
        responses: {
          200: { description: 'The job is cancelled', content: content(ref('JobStatus')) },
          ...commonErrors,
          ...shared('UnknownJob', 'DeletedJob', 'CompressedBody'),
          ...errors({ 400: 'The ID is missing', 409: 'The job has already succeeded or failed' }),
        },
      },
    },
  },
};
