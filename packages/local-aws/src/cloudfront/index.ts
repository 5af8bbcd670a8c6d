/** CloudFront in front of the API. It serves a bucket's files with their policy's headers. */
export { type CdnModel, createCdn } from './cloudfront.ts';
export { guessType } from './media-type.ts';
