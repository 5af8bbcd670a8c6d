import { Duration } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { ServiceFunction } from '../../../lib/function/index.ts';
import { type ObjectAccess, ObjectStore } from '../../../lib/storage/index.ts';
import { placeholderBundles, templateOf } from '../fixture.ts';

const { functions: bundles } = placeholderBundles();

const bound = (access: ObjectAccess, durable = false) =>
  templateOf((stack) => {
    const store = new ObjectStore(stack, 'Objects', { retentionDays: 7, durable, emptied: false, origins: [] });
    const solve = new ServiceFunction(stack, 'solve', {
      bundles,
      description: '',
      memory: 256,
      timeout: Duration.seconds(1),
    });
    store.bind(solve.set({ JOBS_TABLE: 't' }), access);
  }).template;

const bucket = Match.stringLikeRegexp('^ObjectsBucket');
const below = (folder: string) => ({ 'Fn::Join': ['', [{ 'Fn::GetAtt': [bucket, 'Arn'] }, `/${folder}/*`]] });

describe('ObjectStore', () => {
  it('is private, encrypted, and logged, and its objects expire', () => {
    bound({ read: ['jobs'] }).hasResourceProperties('AWS::S3::Bucket', {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      LoggingConfiguration: { DestinationBucketName: { Ref: Match.stringLikeRegexp('^ObjectsAccessLog') } },
      LifecycleConfiguration: {
        Rules: [
          { Id: 'expire-jobs', Prefix: 'jobs/', ExpirationInDays: 7, Status: 'Enabled' },
          { Id: 'expire-uploads', Prefix: 'uploads/', ExpirationInDays: 1, Status: 'Enabled' },
          { Id: 'expire-speech-cache', Prefix: 'speech-cache/', ExpirationInDays: 7, Status: 'Enabled' },
          { Id: 'expire-focus', Prefix: 'focus/', ExpirationInDays: 1187, Status: 'Enabled' },
          { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' },
        ],
      },
    });
  });

  it('keeps deleted avatars for as long as their table can be restored, and other deleted objects for a day, and no function can read them', () => {
    const template = bound({ read: ['jobs', 'avatars'], write: ['jobs', 'avatars'], delete: ['jobs', 'avatars'] }, true);
    const days = {
      'expire-jobs': 1,
      'expire-uploads': 1,
      'expire-speech-cache': 1,
      'expire-focus': 1,
      'forget-avatars': 35,
      'forget-actors': 1,
    };
    template.hasResourceProperties('AWS::S3::Bucket', {
      VersioningConfiguration: { Status: 'Enabled' },
    });
    for (const [Id, NoncurrentDays] of Object.entries(days))
      template.hasResourceProperties('AWS::S3::Bucket', {
        LifecycleConfiguration: { Rules: Match.arrayWith([Match.objectLike({ Id, NoncurrentVersionExpiration: { NoncurrentDays } })]) },
      });
    const policies = JSON.stringify(template.findResources('AWS::IAM::Policy'));
    expect(policies).not.toMatch(/ObjectVersion|s3:\*/);
  });

  it('only grants a function the given permissions on the given folders', () => {
    bound({ read: ['jobs', 'uploads'], write: ['jobs'] }).hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: [
          Match.anyValue(),
          { Effect: 'Allow', Action: 's3:GetObject', Resource: [below('jobs'), below('uploads')] },
          { Effect: 'Allow', Action: 's3:PutObject', Resource: below('jobs') },
        ],
      },
    });
  });

  it('lets a function detect a missing object', () => {
    bound({ probe: true }).hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: [
          Match.anyValue(),
          {
            Effect: 'Allow',
            Action: 's3:ListBucket',
            Resource: { 'Fn::GetAtt': [bucket, 'Arn'] },
          },
        ],
      },
    });
  });

  it('is closed to web pages or open to allowed origins, in which case all may download because a redirect does not have an origin', () => {
    bound({ read: ['jobs'] }).hasResourceProperties('AWS::S3::Bucket', { CorsConfiguration: Match.absent() });
    const origins = ['https://a.example.com'];
    templateOf(
      (stack) => new ObjectStore(stack, 'Objects', { retentionDays: 7, durable: false, emptied: false, origins }),
    ).template.hasResourceProperties('AWS::S3::Bucket', {
      CorsConfiguration: {
        CorsRules: [
          Match.objectLike({ AllowedMethods: ['GET', 'HEAD'], AllowedOrigins: ['*'] }),
          Match.objectLike({ AllowedMethods: ['PUT'], AllowedOrigins: origins }),
        ],
      },
    });
  });
});
