import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type CorsRule,
  HttpMethods,
  type IBucket,
  type LifecycleRule,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Workload } from '../function/index.ts';
import { restrictEmptying } from './emptying.ts';

/** Folders in the bucket: jobs, their visemes, client uploads, cached speech, actor posters, custom avatars, and ledger exports. */
export type Folder = 'jobs' | 'jobs/*/visemes' | 'uploads' | 'speech-cache' | 'actors' | 'avatars' | 'focus';

export interface ObjectAccess {
  read?: readonly Folder[];
  write?: readonly Folder[];
  delete?: readonly Folder[];
  /**
   * True if a missing object must result in 404, which requires the list permission. A GET request has no prefix, so the permission cannot
   * be limited to a folder.
   */
  probe?: boolean;
}

/** Number of days to keep an upload until a job uses it. */
const UPLOAD_DAYS = 1;

/** Number of days to keep ledger exports: three and a quarter years, for auditors. */
const EXPORT_DAYS = 1_187;

/** Number of days to keep access logs, for incident investigations. */
const ACCESS_LOG_DAYS = 90;

/** Number of days to keep replaced and deleted avatars: as long as their table can be restored (DynamoDB, point-in-time recovery). */
const AVATAR_BACKUP_DAYS = 35;

/** Number of days to keep other replaced and deleted objects: the minimum that S3 allows. */
const OTHER_BACKUP_DAYS = 1;

export interface ObjectStoreProps {
  /** Number of days to keep the objects of a job. */
  retentionDays: number;
  /** True if buckets and objects outlive the stack, and deleted objects can be restored. */
  durable: boolean;
  /** True if buckets are emptied when their stack is deleted, because CloudFormation only deletes empty buckets. */
  emptied: boolean;
  /** Origins of web pages that may read downloads and upload recordings. `*` means all. */
  origins: readonly string[];
}

/** The bucket. Objects that belong to clients expire, except for their avatars. */
export class ObjectStore extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { retentionDays, durable, emptied, origins }: ObjectStoreProps) {
    super(scope, id);
    const common: BucketProps = {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      removalPolicy: durable ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      autoDeleteObjects: emptied,
    };
    const accessLog = new Bucket(this, 'AccessLog', {
      ...common,
      lifecycleRules: [{ id: 'forget', expiration: Duration.days(ACCESS_LOG_DAYS) }],
    });
    this.bucket = new Bucket(this, 'Bucket', {
      ...common,
      // The CDK's types disagree under exactOptionalPropertyTypes.
      serverAccessLogsBucket: accessLog as IBucket,
      versioned: durable,
      ...(origins.length > 0 && { cors: corsRules(origins) }),
      lifecycleRules: [
        expire('jobs', retentionDays, durable),
        expire('uploads', UPLOAD_DAYS, durable),
        expire('speech-cache', retentionDays, durable),
        expire('focus', EXPORT_DAYS, durable),
        { id: 'abandoned-parts', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        ...(durable ? [forget('avatars', AVATAR_BACKUP_DAYS), forget('actors', OTHER_BACKUP_DAYS)] : []),
      ],
    });
    if (emptied) restrictEmptying(this);
  }

  /** Allows a function or task to use folders in the bucket. */
  bind(user: Workload, access: ObjectAccess): void {
    user.set({ BUCKET: this.bucket.bucketName });
    const grant = (action: string, folders: readonly Folder[] = []) => {
      if (folders.length > 0)
        user.allow(
          [action],
          folders.map((folder) => this.bucket.arnForObjects(`${folder}/*`)),
        );
    };
    grant('s3:GetObject', access.read);
    grant('s3:PutObject', access.write);
    grant('s3:DeleteObject', access.delete);
    if (access.probe) user.allow(['s3:ListBucket'], [this.bucket.bucketArn]);
  }
}

/** How long browsers may cache a preflight response, in s. This is the maximum that Chromium allows. */
const PREFLIGHT_AGE = 7_200;

/** Response headers that scripts may read. The headers for API responses are in layers/runtime/endpoint/cors.ts. */
const EXPOSED_OBJECT_HEADERS = ['accept-ranges', 'content-disposition', 'content-length', 'content-range', 'etag'];

/**
 * Returns CORS rules for presigned URLs. Downloads are open to all origins, because a browser that follows a redirect from the API to the
 * bucket sends `Origin: null` (Fetch standard, "HTTP-redirect fetch"), and anyone who has the URL may read the object anyway. Uploads do
 * not involve a redirect, so only allowed origins may upload.
 */
const corsRules = (origins: readonly string[]): CorsRule[] => [
  {
    allowedMethods: [HttpMethods.GET, HttpMethods.HEAD],
    allowedOrigins: ['*'],
    allowedHeaders: ['*'],
    exposedHeaders: EXPOSED_OBJECT_HEADERS,
    maxAge: PREFLIGHT_AGE,
  },
  {
    allowedMethods: [HttpMethods.PUT],
    allowedOrigins: [...origins],
    allowedHeaders: ['*'],
    maxAge: PREFLIGHT_AGE,
  },
];

/**
 * Deletes the objects in a folder after a number of days, and then their old versions. S3 also removes delete markers that have no versions
 * left.
 */
const expire = (folder: Folder, days: number, durable: boolean): LifecycleRule => ({
  id: `expire-${folder}`,
  prefix: `${folder}/`,
  expiration: Duration.days(days),
  ...(durable && { noncurrentVersionExpiration: Duration.days(OTHER_BACKUP_DAYS) }),
});

/** Deletes old versions of the objects in a folder after a number of days, and delete markers that have no versions left. */
const forget = (folder: Folder, days: number): LifecycleRule => ({
  id: `forget-${folder}`,
  prefix: `${folder}/`,
  noncurrentVersionExpiration: Duration.days(days),
  expiredObjectDeleteMarker: true,
});
