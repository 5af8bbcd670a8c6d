import { S3Client } from '@aws-sdk/client-s3';
import { lazy, limits } from './clients.ts';
import { meterS3 } from './usage/index.ts';

/** Timeout of S3, ms: objects of a long job are large. */
const OBJECT_REQUEST_TIMEOUT = 60_000;

/** Options of every client of S3 and compatible services. */
export const objectLimits = {
  ...limits,
  requestHandler: { ...limits.requestHandler, requestTimeout: OBJECT_REQUEST_TIMEOUT },
} as const;

/** The client of S3, which is as large as all others together: a function that seldom needs it loads this file then. */
export const s3 = /* @__PURE__ */ lazy(() =>
  meterS3(
    new S3Client({
      ...objectLimits,
      // Otherwise a presigned upload contains the checksum of an empty body, and S3 refuses the real one.
      requestChecksumCalculation: 'WHEN_REQUIRED',
    }),
  ),
);
