import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type CorsRule,
  HttpMethods,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Workload } from '../function/index.ts';
import { restrictEmptying } from './emptying.ts';

/**
 * The bucket's folders: objects of jobs, and of these the visemes alone; uploads of clients, cached speech, the actors' posters, own
 * avatars, and exports of the ledger.
 */
export type Folder = 'jobs' | 'jobs/*/visemes' | 'uploads' | 'speech-cache' | 'actors' | 'avatars' | 'focus';

export interface ObjectAccess {
  read?: readonly Folder[];
  write?: readonly Folder[];
  delete?: readonly Folder[];
  /**
   * Whether a missing object must be answered with 404: without the list permission S3 answers 403. A condition on the prefix is not
   * possible, since a request for one object carries no prefix.
   */
  probe?: boolean;
}

/** Days that an upload waits for its job. */
const UPLOAD_DAYS = 1;

/** Days that exports of the ledger are kept: three years and a quarter, for auditors. */
const EXPORT_DAYS = 1_187;

/** Days that access logs are kept, for the investigation of incidents. */
const ACCESS_LOG_DAYS = 90;

export interface ObjectStoreProps {
  /** Days that what belongs to a job is kept. */
  retentionDays: number;
  /** Whether buckets and objects outlive the deletion of the stack. */
  durable: boolean;
  /** Whether the buckets are emptied when the stack is deleted: CloudFormation deletes none that holds an object. */
  emptied: boolean;
  /** Origins of web pages that may read downloads and upload recordings; `*` means all. */
  origins: readonly string[];
}

/** The service's bucket. Objects of clients expire, except for their avatars. */
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
      // The CDK's own types do not agree under exactOptionalPropertyTypes.
      serverAccessLogsBucket: accessLog as IBucket,
      ...(origins.length > 0 && { cors: corsRules(origins) }),
      lifecycleRules: [
        expire('jobs', retentionDays),
        expire('uploads', UPLOAD_DAYS),
        expire('speech-cache', retentionDays),
        expire('focus', EXPORT_DAYS),
        { id: 'abandoned-parts', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    });
    if (emptied) restrictEmptying(this);
  }

  /** Lets a function use folders of the bucket. */
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

/** Seconds that a browser may remember a preflight: the most that Chromium does. */
const PREFLIGHT_AGE = 7_200;

/** Headers of the bucket's responses that scripts may read; layers/runtime/endpoint/cors.ts lists the API's. */
const EXPOSED_OBJECT_HEADERS = ['accept-ranges', 'content-disposition', 'content-length', 'content-range', 'etag'];

/**
 * CORS rules for presigned URLs. Downloads are open to all origins: a browser that follows the API's redirect to the bucket sends
 * `Origin: null` (Fetch standard, "HTTP-redirect fetch"), and whoever has the URL may read anyway. Uploads need no redirect, so they are
 * for the allowed origins.
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

const expire = (folder: Folder, days: number) => ({
  id: `expire-${folder}`,
  prefix: `${folder}/`,
  expiration: Duration.days(days),
});
