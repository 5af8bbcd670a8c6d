import { escapeXml, ServiceError, type ServiceRequest, type ServiceResponse } from '../gateway/index.ts';
import type { Catalog, StoredObject } from './catalog.ts';

/** Maximum and default page size (S3 API reference). */
const MAX_KEYS = 1000;

function readLimit(text: string | null): number {
  const limit = Number(text ?? MAX_KEYS);
  if (Number.isInteger(limit) && limit >= 0) return Math.min(limit, MAX_KEYS);
  throw new ServiceError('InvalidArgument', `max-keys must be a whole number of 0 or more, got "${text}"`);
}

export function answerXml(root: string, content: string): ServiceResponse {
  const namespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespace}>${content}</${root}>`;
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}

export function listObjects(catalog: Catalog, bucket: string, { query }: ServiceRequest): ServiceResponse {
  const write = (text: string): string =>
    escapeXml(query.get('encoding-type') === 'url' ? encodeURIComponent(text).replaceAll('%2F', '/') : text);
  const element = (name: string, text: string | null | undefined): string =>
    text === null || text === undefined ? '' : `<${name}>${write(text)}</${name}>`;
  const describe = ({ key, modified, etag, size }: StoredObject): string => {
    const facts = `<LastModified>${new Date(modified).toISOString()}</LastModified><ETag>&quot;${etag}&quot;</ETag>`;
    return `<Contents>${element('Key', key)}${facts}<Size>${size}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
  };
  const limit = readLimit(query.get('max-keys'));
  const token = query.get('continuation-token');
  const page = catalog.list(bucket, {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    startAfter: query.get('start-after') ?? '',
    ...(token !== null && { from: token }),
    limit,
  });
  return answerXml(
    'ListBucketResult',
    [
      `<Name>${escapeXml(bucket)}</Name><MaxKeys>${limit}</MaxKeys>`,
      `<KeyCount>${page.objects.length + page.prefixes.length}</KeyCount>`,
      `<IsTruncated>${page.next !== undefined}</IsTruncated>`,
      element('Prefix', query.get('prefix') ?? ''),
      element('Delimiter', query.get('delimiter')),
      element('StartAfter', query.get('start-after')),
      query.has('encoding-type') ? '<EncodingType>url</EncodingType>' : '',
      token === null ? '' : `<ContinuationToken>${escapeXml(token)}</ContinuationToken>`,
      page.next === undefined ? '' : `<NextContinuationToken>${page.next}</NextContinuationToken>`,
      ...page.objects.map(describe),
      ...page.prefixes.map((prefix) => `<CommonPrefixes>${element('Prefix', prefix)}</CommonPrefixes>`),
    ].join(''),
  );
}
