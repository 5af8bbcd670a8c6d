/** CloudFront in front of the API. It serves files from a bucket and adds the headers of a response headers policy. */
export { type CdnModel, createCdn } from './cloudfront.ts';
export { guessType } from './media-type.ts';
