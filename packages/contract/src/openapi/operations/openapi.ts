import { type Endpoint, shared } from '../parts.ts';

export const openapi: Endpoint = {
  paths: {
    '/openapi.json': {
      get: {
        operationId: 'openapi',
        summary: 'This document',
        description: 'Does not require a token.',
        tags: ['Catalogue'],
        security: [],
        responses: {
          200: { description: 'The contract', content: { 'application/json': { schema: { type: 'object' } } } },
          ...shared('MethodNotAllowed', 'TooManyRequests'),
        },
      },
    },
  },
};
