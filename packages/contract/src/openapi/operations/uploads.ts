import { LIMITS } from '../../limits.ts';
import { commonErrors, content, type Endpoint, errors, instant, record, ref, shared, uri } from '../parts.ts';

export const uploads: Endpoint = {
  paths: {
    '/lipsync/uploads': {
      post: {
        operationId: 'createUpload',
        tags: ['Jobs'],
        summary: 'Get a URL for uploading a large recording',
        description: 'PUT the recording to `upload.url` with `upload.headers`, then submit a job with `audio_url`.',
        requestBody: {
          required: true,
          content: content({
            type: 'object',
            required: ['size'],
            additionalProperties: false,
            properties: {
              size: { type: 'integer', minimum: 1, maximum: LIMITS.audioBytes, description: 'Bytes' },
              content_type: { type: 'string', pattern: '^[\\w.+-]{1,60}/[\\w.+-]{1,60}$', default: 'application/octet-stream' },
            },
          }),
        },
        responses: {
          200: { description: 'The upload URL, and the `audio_url` for the job', content: content(ref('Upload')) },
          ...commonErrors,
          ...shared('CompressedBody'),
          ...errors({ 400: 'The size or media type is invalid' }),
        },
      },
    },
  },
  schemas: {
    Upload: record({
      upload: record({
        method: { const: 'PUT' },
        url: uri,
        headers: { type: 'object', additionalProperties: { type: 'string' } },
      }),
      audio_url: { ...uri, description: 'The `audio_url` of a job with this recording' },
      expires_at: instant,
    }),
  },
};
