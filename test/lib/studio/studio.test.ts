import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../../lib/studio/content-security.ts';
import { appOf, flatten } from '../fixture.ts';

const assembly = appOf({ stage: 'live' }, false).synth();
const template = Template.fromJSON(assembly.getStackByName('AvatarStudio-live').template);

const [distribution] = Object.values(template.findResources('AWS::CloudFront::Distribution')) as [
  { Properties: { DistributionConfig: Record<string, never> } },
];
const config = distribution.Properties.DistributionConfig as unknown as {
  CacheBehaviors: { PathPattern: string; TargetOriginId: string; ResponseHeadersPolicyId: { Ref: string } }[];
  DefaultCacheBehavior: Record<string, unknown> & { TargetOriginId: string };
  Origins: { Id: string; OriginPath?: unknown; S3OriginConfig?: unknown; OriginAccessControlId?: unknown }[];
};

describe('the studio on AWS', () => {
  it('can be disabled with a setting', () => {
    const without = appOf({ stage: 'live', studio: false }, false).synth();
    expect(without.stacks.map(({ stackName }) => stackName).sort()).toEqual(['Avatar-live', 'AvatarStorage-live']);
  });

  it('serves pages on separate paths, from a private bucket that only CloudFront may read', () => {
    expect(config.CacheBehaviors.map(({ PathPattern }) => PathPattern)).toEqual(['/', '/index.html', '/assets/*', '/docs']);
    const ids = new Set(config.CacheBehaviors.map(({ TargetOriginId }) => TargetOriginId));
    expect(ids.size).toBe(1);
    const origin = config.Origins.find(({ Id }) => ids.has(Id));
    expect(origin?.S3OriginConfig).toBeDefined();
    expect(origin?.OriginAccessControlId).toBeDefined();
    template.hasResourceProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, BlockPublicPolicy: true, RestrictPublicBuckets: true },
    });
    template.hasResourceProperties('AWS::CloudFront::OriginAccessControl', {
      OriginAccessControlConfig: Match.objectLike({ SigningBehavior: 'always', SigningProtocol: 'sigv4' }),
    });
  });

  it('routes every other path to the API, with all methods and without caching', () => {
    const { TargetOriginId, ...behavior } = config.DefaultCacheBehavior;
    expect(flatten(config.Origins.find(({ Id }) => Id === TargetOriginId)?.OriginPath)).toContain('/');
    expect(behavior).toMatchObject({
      AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
      // These are the managed policies CachingDisabled and AllViewerExceptHostHeader (CloudFront developer guide).
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      ViewerProtocolPolicy: 'https-only',
    });
  });

  it("does not cache the API's errors for other clients", () => {
    const errors = (config as unknown as { CustomErrorResponses: { ErrorCode: number; ErrorCachingMinTTL: number }[] })
      .CustomErrorResponses;
    // Errors that CloudFront caches by default (CloudFront developer guide, "HTTP 4xx and 5xx status codes that CloudFront caches").
    const cached = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
    expect(errors).toEqual(cached.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })));
  });

  it('sends security headers with every page', () => {
    const policies = template.findResources('AWS::CloudFront::ResponseHeadersPolicy');
    for (const { ResponseHeadersPolicyId } of config.CacheBehaviors) {
      const { SecurityHeadersConfig: headers } = policies[ResponseHeadersPolicyId.Ref]!.Properties.ResponseHeadersPolicyConfig;
      const policy = flatten(headers.ContentSecurityPolicy.ContentSecurityPolicy);
      expect(policy).toMatch(/default-src 'none'.*script-src 'self';.*frame-ancestors 'none'/);
      expect(headers).toMatchObject({
        ContentTypeOptions: { Override: true },
        FrameOptions: { FrameOption: 'DENY', Override: true },
        ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
        StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true, Override: true },
      });
    }
  });

  it('only allows the function that copies files to write to its bucket and invalidate its distribution', () => {
    const statements = Object.values(template.findResources('AWS::IAM::Policy')).flatMap(
      ({ Properties }) => Properties.PolicyDocument.Statement as { Action: string | string[]; Resource: unknown }[],
    );
    expect(statements.flatMap(({ Action }) => Action).filter((action) => action.includes('*'))).toEqual([]);
    for (const { Action, Resource } of statements) {
      expect(flatten(Resource)).not.toBe('*');
      if ([Action].flat().includes('s3:PutObject')) expect(flatten(Resource)).toMatch(/^<StudioBucket\w+\.Arn>\/\*$/);
      if ([Action].flat().includes('cloudfront:CreateInvalidation'))
        expect(flatten(Resource)).toMatch(/distribution\/<StudioDistribution\w+>$/);
    }
    expect(JSON.stringify(template.toJSON())).not.toContain('AWSLambdaBasicExecutionRole');
  });

  it('caches assets permanently but not pages, and uploads assets first', () => {
    const copies = Object.entries(template.findResources('Custom::CDKBucketDeployment'));
    const metadata = Object.fromEntries(
      copies.map(([, { Properties }]) => [Properties.DestinationBucketKeyPrefix ?? '', Properties.SystemMetadata]),
    );
    expect(metadata).toEqual({
      assets: { 'cache-control': 'public, max-age=31536000, immutable' },
      '': { 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' },
    });
    const [assets] = copies.find(([, { Properties }]) => Properties.DestinationBucketKeyPrefix === 'assets')!;
    const [, pages] = copies.find(([, { Properties }]) => Properties.DestinationBucketKeyPrefix === undefined)!;
    expect(pages.DependsOn).toContain(assets);
  });
});

describe('the Content-Security-Policy', () => {
  it("never allows inline scripts, eval, or origins other than the files'", () => {
    for (const inlineStyles of [true, false]) {
      const policy = contentSecurityPolicy({ files: 'https://files.example.com', inlineStyles });
      const directives = Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/s).slice(0, 2)));
      expect(directives['script-src']).toBe("'self'");
      expect(directives['style-src']).toBe(inlineStyles ? "'self' 'unsafe-inline'" : "'self'");
      const origins = [...policy.matchAll(/https?:[^\s;]*/g)].map(String);
      expect(new Set(origins)).toEqual(new Set(['https://files.example.com']));
      expect(policy).not.toMatch(/unsafe-eval|\*/);
    }
  });
});
