import { ARTIFACTS } from '../../record.ts';
import { timelineSchema } from '../../timeline.ts';
import { DERIVED_ARTIFACTS, VISEME_FILES, VISEME_SETS } from '../../visemes.ts';
import { atRootAndUnderLipsync, commonErrors, type Endpoint, errors, instant, query, record, ref, shared, uri, uuid } from '../parts.ts';
import { schemaOf } from '../schema-of.ts';

export const download: Endpoint = {
  paths: atRootAndUnderLipsync('/download', {
    operationId: 'download',
    summary: 'Download the result or another artifact',
    description: 'Redirects to the file. The redirect is valid for a few minutes.',
    tags: ['Jobs'],
    parameters: [
      query('id', uuid, 'The job', true),
      query(
        'artifact',
        { enum: [...ARTIFACTS, ...DERIVED_ARTIFACTS], default: 'result' },
        'The result or another artifact. `visemes` is created on request; the status does not list it.',
      ),
      query(
        'set',
        { enum: VISEME_SETS, default: VISEME_SETS[0] },
        'The mouth shapes of `visemes`: Oculus (15), Azure Speech (22), Amazon Polly, Rhubarb (A to H and X), or Preston Blair',
      ),
      query(
        'type',
        { enum: VISEME_FILES, default: VISEME_FILES[0] },
        "The file type of `visemes`: JSON in Rhubarb's format; for `set=rhubarb`, also TSV and XML",
      ),
      query(
        'format',
        { enum: ['redirect', 'json'], default: 'redirect' },
        '`redirect` to the file, or return its URL and properties as `json`',
      ),
      query(
        'encoding',
        { enum: ['gzip'] },
        'Send the file with `Content-Encoding: gzip` if there is a compressed copy. A redirect does so for `Accept-Encoding: gzip`.',
      ),
    ],
    responses: {
      200: {
        description: 'With `format=json`, the URL and properties of the file; otherwise the file, after the redirect',
        content: {
          'application/json': { schema: { oneOf: [ref('FileLink'), ref('Timeline')] } },
          'application/octet-stream': {
            schema: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' },
          },
        },
      },
      302: { description: 'Redirect to the file', headers: { location: { description: 'The file', schema: uri } } },
      ...commonErrors,
      ...shared('InvalidParameter'),
      ...errors({
        404: 'The account does not have this job, or the job does not have this artifact',
        409: 'The job is not finished',
        410: 'The job failed, was cancelled, or has expired',
      }),
    },
  }),
  schemas: {
    FileLink: record({
      url: uri,
      expires_at: instant,
      content_type: { type: 'string' },
      size: { type: 'integer', description: 'Bytes' },
      sha256: { type: 'string', description: 'Hexadecimal' },
    }),
    Timeline: schemaOf(timelineSchema),
  },
};
