import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { destroyAssembly } from '../../src/template/index.ts';
import { writeAssembly } from './assembly.ts';

const BUCKET = { Type: 'AWS::S3::Bucket' };
const POLICY = { Type: 'AWS::S3::BucketPolicy', Properties: { Bucket: { Ref: 'Files' } } };
const emptier = (DependsOn: string[]) => ({ Type: 'Custom::S3AutoDeleteObjects', Properties: { BucketName: { Ref: 'Files' } }, DependsOn });

const refusedOf = (Resources: object) => destroyAssembly(writeAssembly({ Main: { Resources } })).refused;

describe('destroying an assembly', () => {
  it('deletes stacks and resources before what they depend on', () => {
    const exported = { Value: 'x', Export: { Name: 'Storage:Files' } };
    const directory = writeAssembly({
      Storage: { Resources: { Queue: { Type: 'AWS::SQS::Queue' } }, Outputs: { Files: exported } },
      Main: {
        Resources: {
          Topic: { Type: 'AWS::SNS::Topic', Properties: { Name: { 'Fn::ImportValue': 'Storage:Files' } } },
          Alarm: { Type: 'AWS::CloudWatch::Alarm', Properties: { AlarmActions: [{ Ref: 'Topic' }] } },
          // biome-ignore lint/suspicious/noTemplateCurlyInString: this is CloudFormation's syntax.
          Rule: { Type: 'AWS::Events::Rule', Properties: { Name: { 'Fn::Sub': '${Alarm.Arn}' } } },
        },
      },
    });
    const deleted = ['Main/Rule', 'Main/Alarm', 'Main/Topic', 'Storage/Queue'];
    expect(destroyAssembly(directory)).toEqual({ deleted, kept: [], refused: {} });
  });

  it.each<[string, object, Record<string, string>]>([
    ['a bucket with objects', { Files: BUCKET }, { 'Main/Files': 'The bucket is not empty (BucketNotEmpty)' }],
    [
      'a bucket whose policy may be deleted before it is emptied',
      { Files: BUCKET, POLICY, E: emptier([]) },
      { 'Main/Files': expect.anything() },
    ],
    [
      'a repository with images',
      { R: { Type: 'AWS::ECR::Repository' } },
      { 'Main/R': 'The repository has images (RepositoryNotEmptyException)' },
    ],
    [
      'a table with deletion protection',
      { T: { Type: 'AWS::DynamoDB::Table', Properties: { DeletionProtectionEnabled: true } } },
      { 'Main/T': 'The table has deletion protection (ValidationException)' },
    ],
  ])('is refused by %s', (_, resources, expected) => {
    expect(refusedOf(resources)).toEqual({ ...expected, Main: 'A resource could not be deleted (DELETE_FAILED)' });
  });

  it('is not refused by a bucket that is emptied first, or by resources that are retained', () => {
    expect(refusedOf({ Files: BUCKET, POLICY, E: emptier(['POLICY']) })).toEqual({});
    const kept = writeAssembly({ Main: { Resources: { Files: { ...BUCKET, DeletionPolicy: 'Retain' } } } });
    expect(destroyAssembly(kept)).toEqual({ deleted: [], kept: ['Main/Files'], refused: {} });
  });

  it('is refused by a protected stack, and by stacks whose exports it uses', () => {
    const directory = writeAssembly({
      Storage: { Resources: {}, Outputs: { Files: { Value: 'x', Export: { Name: 'f' } } } },
      Main: { Resources: { T: { Type: 'AWS::SNS::Topic', Properties: { Name: { 'Fn::ImportValue': 'f' } } } } },
    });
    const file = join(directory, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { artifacts: Record<string, { properties: object }> };
    manifest.artifacts.Main!.properties = { ...manifest.artifacts.Main!.properties, terminationProtection: true };
    writeFileSync(file, JSON.stringify(manifest));
    expect(destroyAssembly(directory).refused).toEqual({
      Main: 'The stack has termination protection',
      Storage: 'Another stack uses its exports',
    });
  });
});
