import { content, type Endpoint, record, shared } from '../parts.ts';

export const health: Endpoint = {
  paths: {
    '/health': {
      get: {
        operationId: 'health',
        summary: 'Whether the service is available',
        description: 'For load balancers and monitors. Does not require a token.',
        tags: ['Catalogue'],
        security: [],
        responses: {
          200: { description: 'The service is available', content: content(record({ status: { const: 'ok' } })) },
          ...shared('MethodNotAllowed', 'TooManyRequests', 'Internal', 'Unavailable', 'Timeout'),
        },
      },
    },
  },
};
