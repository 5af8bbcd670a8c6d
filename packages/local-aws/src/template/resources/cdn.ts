import * as v from 'valibot';
import { attribute, count, flag, LABELS, resource, text } from '../resource.ts';

const UNCACHED = 'Nothing is cached';

const behavior = {
  PathPattern: v.optional(text),
  TargetOriginId: text,
  ResponseHeadersPolicyId: v.optional(text),
  Compress: v.optional(flag, false),
  /** Methods allowed for a file origin. The API defines its own methods. */
  AllowedMethods: v.optional(v.array(text)),
  /** There is no caching and no TLS locally. */
  CachePolicyId: v.optional(text),
  OriginRequestPolicyId: v.optional(text),
  ViewerProtocolPolicy: v.optional(text),
};

const origin = v.strictObject({
  Id: text,
  DomainName: text,
  OriginPath: v.optional(v.string()),
  OriginAccessControlId: v.optional(text),
  S3OriginConfig: v.optional(v.unknown()),
  CustomOriginConfig: v.optional(v.unknown()),
});

const distribution = resource({
  attributes: { Id: attribute.name, DomainName: ({ name }) => `${name.toLowerCase()}.cloudfront.net` },
  enforced: {
    DistributionConfig: v.strictObject({
      CacheBehaviors: v.optional(v.array(v.strictObject({ ...behavior, PathPattern: text })), []),
      DefaultCacheBehavior: v.strictObject(behavior),
      DefaultRootObject: v.optional(v.string(), ''),
      /** Errors are neither cached nor replaced locally. */
      CustomErrorResponses: v.optional(v.array(v.strictObject({ ErrorCode: count, ErrorCachingMinTTL: v.literal(0) }))),
      Enabled: v.literal(true),
      Origins: v.array(origin),
      /** Only has an effect on AWS. */
      Comment: v.optional(text),
      HttpVersion: v.optional(text),
      IPV6Enabled: v.optional(flag),
      PriceClass: v.optional(text),
    }),
  },
  accepted: { Tags: LABELS },
});

const override = { Override: v.literal(true, 'must be true, because files never have these headers') };

const responseHeaders = resource({
  enforced: {
    ResponseHeadersPolicyConfig: v.strictObject({
      Name: text,
      CustomHeadersConfig: v.optional(v.strictObject({ Items: v.array(v.strictObject({ Header: text, Value: text, ...override })) })),
      SecurityHeadersConfig: v.optional(
        v.strictObject({
          ContentSecurityPolicy: v.optional(v.strictObject({ ContentSecurityPolicy: text, ...override })),
          ContentTypeOptions: v.optional(v.strictObject(override)),
          FrameOptions: v.optional(v.strictObject({ FrameOption: text, ...override })),
          ReferrerPolicy: v.optional(v.strictObject({ ReferrerPolicy: text, ...override })),
          StrictTransportSecurity: v.optional(
            v.strictObject({ AccessControlMaxAgeSec: count, IncludeSubdomains: v.optional(flag), ...override }),
          ),
        }),
      ),
    }),
  },
  accepted: {},
});

/** Files that the CDK copies to a bucket. Locally, they are served from their original folder. */
const bucketDeployment = resource({
  enforced: {
    ServiceToken: text,
    SourceObjectKeys: v.array(text),
    DestinationBucketName: text,
    DestinationBucketKeyPrefix: v.optional(text),
    SystemMetadata: v.optional(v.record(v.picklist(['cache-control', 'content-type']), text), {}),
  },
  accepted: {
    DistributionId: UNCACHED,
    DistributionPaths: UNCACHED,
    OutputObjectKeys: 'Nothing reads them',
    Prune: "Only this template's files are served",
    RetainOnDelete: 'Nothing is copied',
    SourceBucketNames: 'Assets are looked up by key',
    WaitForDistributionInvalidation: UNCACHED,
  },
});

export const CDN = {
  'AWS::CloudFront::Distribution': distribution,
  'AWS::CloudFront::ResponseHeadersPolicy': responseHeaders,
  'Custom::CDKBucketDeployment': bucketDeployment,
} as const;
