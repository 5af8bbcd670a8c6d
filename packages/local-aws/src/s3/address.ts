import { ServiceError, type ServiceRequest } from '../gateway/index.ts';

/** Maximum key length in UTF-8 bytes (S3 User Guide). */
const MAX_KEY_BYTES = 1024;

/** A bucket, or an object if it has a key. */
export interface Address {
  readonly bucket: string;
  readonly key?: string;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ServiceError('InvalidURI', `The path is not valid percent-encoded UTF-8: ${text.slice(0, 100)}`);
  }
}

/** @param path `/bucket/key`, percent-encoded. @throws {ServiceError} InvalidURI, KeyTooLongError */
export function parseAddress(path: string): Address {
  const [, bucket = '', rest = ''] = /^\/?([^/]*)\/?(.*)$/s.exec(path) ?? [];
  const key = decode(rest);
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw new ServiceError('KeyTooLongError', `Your key is longer than ${MAX_KEY_BYTES} bytes`);
  }
  return key === '' ? { bucket: decode(bucket) } : { bucket: decode(bucket), key };
}

export function parseCopySource({ headers }: ServiceRequest): Required<Address> | undefined {
  const source = headers['x-amz-copy-source'];
  if (source === undefined) return undefined;
  const { bucket, key } = parseAddress(String(source).split('?')[0]!);
  if (key) return { bucket, key };
  throw new ServiceError('InvalidArgument', 'x-amz-copy-source must be <bucket>/<key>');
}

export function toArn(bucket: string, key?: string): string {
  return key === undefined ? `arn:aws:s3:::${bucket}` : `arn:aws:s3:::${bucket}/${key}`;
}
