import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type CdnModel, guessType } from '../cloudfront/index.ts';
import type { Deployment, PropertiesOf } from '../template/index.ts';

/**
 * Returns the distribution in front of the API, if any.
 * @param localize replaces AWS URLs in headers with local ones
 * @throws Error if there are several, or if the default behavior does not route to the API
 */
export function readCdn(deployment: Deployment, localize: (text: string) => string): CdnModel | undefined {
  const [distribution, ...others] = deployment.list('AWS::CloudFront::Distribution');
  if (others.length > 0) throw new Error('The template must have up to one distribution');
  if (!distribution) return undefined;
  const { CacheBehaviors, DefaultCacheBehavior, DefaultRootObject, Origins } = distribution.properties.DistributionConfig;
  const bucketOf = (originId: string) => {
    const origin = Origins.find(({ Id }) => Id === originId);
    return deployment
      .list('AWS::S3::Bucket')
      .find(({ name }) => origin?.DomainName === `${name}.s3.${deployment.place.region}.amazonaws.com`)?.name;
  };
  if (bucketOf(DefaultCacheBehavior.TargetOriginId)) throw new Error("The distribution's default behavior must route to the API");
  return {
    rootObject: DefaultRootObject,
    behaviors: CacheBehaviors.flatMap(({ PathPattern, TargetOriginId, ResponseHeadersPolicyId, Compress }) => {
      const bucket = bucketOf(TargetOriginId);
      const headers = headersOf(deployment, ResponseHeadersPolicyId);
      const localized = Object.entries(headers).map(([name, value]) => [name, localize(value)]);
      return bucket === undefined
        ? []
        : [
            {
              pattern: PathPattern,
              compress: Compress,
              headers: Object.fromEntries(localized),
              files: filesOf(deployment, bucket),
            },
          ];
    }),
  };
}

/** Returns files that the template copies to a bucket, by key. */
function filesOf(deployment: Deployment, bucket: string): CdnModel['behaviors'][number]['files'] {
  const copies = deployment.list('Custom::CDKBucketDeployment').filter(({ properties }) => properties.DestinationBucketName === bucket);
  return new Map(
    copies.flatMap(({ logicalId, properties }) => {
      const { SourceObjectKeys, DestinationBucketKeyPrefix: prefix, SystemMetadata } = properties;
      return SourceObjectKeys.flatMap((key) => {
        const folder = deployment.locate(key, logicalId);
        return listFiles(folder).map((path) => {
          const name = relative(folder, path).replaceAll(sep, '/');
          const headers = { 'content-type': guessType(name), ...SystemMetadata };
          return [prefix ? `${prefix}/${name}` : name, { path, headers }] as const;
        });
      });
    }),
  );
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

type HeadersConfig = PropertiesOf<'AWS::CloudFront::ResponseHeadersPolicy'>['ResponseHeadersPolicyConfig'];

/** Returns the headers that a policy adds, in lower case. */
function headersOf(deployment: Deployment, policyId: string | undefined): Record<string, string> {
  const policy = deployment.list('AWS::CloudFront::ResponseHeadersPolicy').find(({ name }) => name === policyId);
  if (!policy) return {};
  const { CustomHeadersConfig, SecurityHeadersConfig = {} } = policy.properties.ResponseHeadersPolicyConfig;
  const custom = (CustomHeadersConfig?.Items ?? []).map(({ Header, Value }) => [Header.toLowerCase(), Value]);
  return { ...securityHeaders(SecurityHeadersConfig), ...Object.fromEntries(custom) };
}

const securityHeaders = (config: NonNullable<HeadersConfig['SecurityHeadersConfig']>): Record<string, string> => ({
  ...(config.ContentSecurityPolicy && {
    'content-security-policy': config.ContentSecurityPolicy.ContentSecurityPolicy,
  }),
  ...(config.ContentTypeOptions && { 'x-content-type-options': 'nosniff' }),
  ...(config.FrameOptions && { 'x-frame-options': config.FrameOptions.FrameOption }),
  ...(config.ReferrerPolicy && { 'referrer-policy': config.ReferrerPolicy.ReferrerPolicy }),
  ...(config.StrictTransportSecurity && {
    'strict-transport-security': [
      `max-age=${config.StrictTransportSecurity.AccessControlMaxAgeSec}`,
      ...(config.StrictTransportSecurity.IncludeSubdomains ? ['includeSubDomains'] : []),
    ].join('; '),
  }),
});

/**
 * Replaces AWS URLs of the distribution and the buckets with local ones.
 * @param url the API's URL, which also serves the distribution's files
 * @param endpoint the embedded services' URL
 */
export function localizeCdn(deployment: Deployment, url: string, endpoint: string): (text: string) => string {
  const addresses = [
    ...deployment.list('AWS::CloudFront::Distribution').map(({ name }) => [`https://${name.toLowerCase()}.cloudfront.net`, url] as const),
    ...deployment
      .list('AWS::S3::Bucket')
      .map(({ name }) => [`https://${name}.s3.${deployment.place.region}.amazonaws.com`, endpoint] as const),
  ];
  return (text) => addresses.reduce((result, [address, local]) => result.replaceAll(address, local), text);
}
