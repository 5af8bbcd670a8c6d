import { S3Client } from '@aws-sdk/client-s3';
import { lazy, limits } from './clients.ts';
import { meterS3 } from './usage/index.ts';

/** Timeout for S3, in ms. It is generous because long jobs have large objects. */
const OBJECT_REQUEST_TIMEOUT = 60_000;

/** Options for all clients for S3 and compatible services. */
export const objectLimits = {
  ...limits,
  requestHandler: { ...limits.requestHandler, requestTimeout: OBJECT_REQUEST_TIMEOUT },
} as const;

/** The S3 client. Its code is as large as all the others combined, so functions that rarely need it load this file on demand. */
export const s3 = /* @__PURE__ */ lazy(() =>
  meterS3(
    new S3Client({
      ...objectLimits,
      // Otherwise, a presigned upload would contain the checksum of an empty body, and S3 would reject the real one.
      requestChecksumCalculation: 'WHEN_REQUIRED',
    }),
  ),
);
