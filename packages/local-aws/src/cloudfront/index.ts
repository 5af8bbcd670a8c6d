/** CloudFront in front of the API: files of a bucket, with the headers of their policy. */
export { type CdnModel, createCdn } from './cloudfront.ts';
export { guessType } from './media-type.ts';
