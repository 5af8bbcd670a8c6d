import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  type IDistribution,
  type IOrigin,
  type IResponseHeadersPolicy,
  OriginRequestPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { RestApiOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { StudioBundle } from '../bundle/index.ts';
import { ServiceLog } from '../function/index.ts';
import { deploymentOf, LOCAL_STAGE, type Settings } from '../settings/index.ts';
import { restrictEmptying, type Storage } from '../storage/index.ts';
import { contentSecurityPolicy } from './content-security.ts';
import { createDeploymentRole } from './deployment-role.ts';

export interface StudioProps {
  /** Folders with the pages and their assets. */
  bundle: StudioBundle;
  api: RestApi;
  storage: Storage;
  settings: Settings;
}

/** How long browsers must insist on HTTPS: two years, as browser preload lists recommend. */
const HTTPS_ONLY = Duration.days(730);

/** Asset names contain a content hash, so browsers may cache them for a year. */
const IMMUTABLE = [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()];

/** By default, CloudFront caches these errors for ten seconds for all clients (CloudFront developer guide, "HTTP 4xx and 5xx"). */
const UNCACHED_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((httpStatus) => ({
  httpStatus,
  ttl: Duration.seconds(0),
}));

/**
 * The studio at `/` and the API reference at `/docs`, in a private bucket behind CloudFront, with the uncached API at all other paths. This
 * way, pages call the API at their own origin, and the API responds to unknown paths.
 */
export class Studio extends Construct {
  /** URL with a trailing slash. */
  readonly url: string;

  constructor(scope: Construct, id: string, { bundle, api, storage, settings }: StudioProps) {
    super(scope, id);
    // Names of CloudFront resources must be unique within the account, so they contain the region.
    const deployment = deploymentOf(settings);
    // The stack of the local stage is never deleted.
    const isDeployed = settings.stage !== LOCAL_STAGE;
    const bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      // The bucket only contains copies of the bundle.
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: isDeployed,
    });
    if (isDeployed) restrictEmptying(this);
    const files = `https://${storage.objects.bucket.bucketRegionalDomainName}`;
    // The CDK's types disagree under exactOptionalPropertyTypes.
    const origin = S3BucketOrigin.withOriginAccessControl(bucket as IBucket, {
      originAccessControl: new S3OriginAccessControl(this, 'Access', {
        originAccessControlName: `${deployment}-studio`,
      }),
    }) as IOrigin;
    const pages = fileBehavior(origin, this.#headers(`${deployment}-studio`, files, false));
    const reference = fileBehavior(origin, this.#headers(`${deployment}-docs`, files, true));
    const distribution = new Distribution(this, 'Distribution', {
      comment: `Avatar service studio, ${settings.stage}`,
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      errorResponses: UNCACHED_ERRORS,
      defaultBehavior: apiBehavior(api),
      // Both paths are listed for the root object, because CloudFront might compare the path before or after adding the object name.
      additionalBehaviors: { '/': pages, '/index.html': pages, '/assets/*': pages, '/docs': reference },
    });
    // Assets of the previous version are kept (`prune`) because a page that is still open may load some of them.
    const log = new ServiceLog(this, 'DeploymentLog');
    const role = createDeploymentRole(this, 'DeploymentRole', {
      bucket: bucket as IBucket,
      distribution: distribution.distributionArn,
      log: log as ILogGroup,
    });
    const common = {
      destinationBucket: bucket as IBucket,
      role: role.withoutPolicyUpdates() as IRole,
      logGroup: log as ILogGroup,
      prune: false,
    };
    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      sources: [Source.asset(bundle.assets)],
      destinationKeyPrefix: 'assets',
      cacheControl: IMMUTABLE,
    });
    const html = new BucketDeployment(this, 'Pages', {
      ...common,
      sources: [Source.asset(bundle.pages)],
      contentType: 'text/html; charset=utf-8',
      cacheControl: [CacheControl.noCache()],
      distribution: distribution as IDistribution,
      distributionPaths: ['/', '/index.html', '/docs'],
    });
    // A page must not be deployed before its assets.
    html.node.addDependency(assets);
    assets.node.addDependency(role);
    this.url = `https://${distribution.distributionDomainName}/`;
  }

  #headers(name: string, files: string, inlineStyles: boolean): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, inlineStyles ? 'ReferenceHeaders' : 'StudioHeaders', {
      responseHeadersPolicyName: name,
      securityHeadersBehavior: {
        contentSecurityPolicy: {
          contentSecurityPolicy: contentSecurityPolicy({ files, inlineStyles }),
          override: true,
        },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: { accessControlMaxAge: HTTPS_ONLY, includeSubdomains: true, override: true },
      },
      customHeadersBehavior: {
        customHeaders: [
          { header: 'Cross-Origin-Opener-Policy', value: 'same-origin', override: true },
          { header: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=(self)', override: true },
        ],
      },
    });
  }
}

const fileBehavior = (origin: IOrigin, headers: ResponseHeadersPolicy): BehaviorOptions => ({
  origin,
  viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
  cachePolicy: CachePolicy.CACHING_OPTIMIZED,
  responseHeadersPolicy: headers as IResponseHeadersPolicy,
  compress: true,
});

const apiBehavior = (api: RestApi): BehaviorOptions => ({
  origin: new RestApiOrigin(api) as IOrigin,
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
  allowedMethods: AllowedMethods.ALLOW_ALL,
  cachePolicy: CachePolicy.CACHING_DISABLED,
  originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
});
