/** Embedded S3. */
export type { CorsRule } from './cross-origin.ts';
export { type BucketDefinition, type S3, type S3Options, startS3 } from './s3.ts';
