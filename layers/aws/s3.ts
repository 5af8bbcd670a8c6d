import { S3Client } from '@aws-sdk/client-s3';
import { lazy, limits } from './clients.ts';
import { meterS3 } from './usage/index.ts';

/** S3 timeout, in ms. It is long because long jobs have large objects. */
const OBJECT_REQUEST_TIMEOUT = 60_000;

/** Options for all clients of S3 and compatible services. */
export const objectLimits = {
  ...limits,
  requestHandler: { ...limits.requestHandler, requestTimeout: OBJECT_REQUEST_TIMEOUT },
} as const;

/** The S3 client. It is as large as all the others together, so a function that rarely needs it loads this file on demand. */
export const s3 = /* @__PURE__ */ lazy(() =>
  meterS3(
    new S3Client({
      ...objectLimits,
      // Otherwise, a presigned upload contains the checksum of an empty body, and S3 rejects the real one.
      requestChecksumCalculation: 'WHEN_REQUIRED',
    }),
  ),
);
