import { destroyAssembly, readDeployment } from 'local-aws/template';
import { describe, expect, it } from 'vitest';
import { type Resource, synthesizeStage } from './fixture.ts';

/** Settings that add resources which may outlive their stack. */
const everything = { alarmEmail: 'ops@example.com', monthlyBudget: 100 };

const unprotected = synthesizeStage({ stage: 'dev', protect: false, ...everything });
const isProtected = synthesizeStage({ stage: 'live', ...everything });

const typed = ({ resources }: typeof unprotected, type: string) => resources.filter(([, { Type }]) => Type === type);
const idOf = (reference: { Ref?: string; 'Fn::GetAtt'?: [string, string] } | undefined) => reference?.Ref ?? reference?.['Fn::GetAtt']?.[0];

/** Types of resources that are kept when a protected stage is deleted. */
const KEPT = ['AWS::ApiGateway::Account', 'AWS::DynamoDB::Table', 'AWS::IAM::Role', 'AWS::KMS::Key', 'AWS::S3::Bucket'];

describe('a destroyed unprotected stage leaves nothing behind:', () => {
  it('no stack or resource refuses to be deleted, with objects in every bucket', () => {
    const { deleted, kept, refused } = destroyAssembly(unprotected.assembly.directory);
    expect(refused).toEqual({});
    expect(kept.filter((name) => !/Version[0-9A-F]+$/i.test(name))).toEqual([]);
    expect(deleted.length + kept.length).toBe(
      unprotected.assembly.stacks.flatMap(({ template }) => Object.keys(template.Resources)).length,
    );
  });

  it('no resource is retained or backed up, except versions, which are deleted with their function', () => {
    const kept = unprotected.resources.filter(
      ([, { Type, DeletionPolicy = 'Delete', UpdateReplacePolicy = 'Delete' }]) =>
        Type !== 'AWS::Lambda::Version' && (DeletionPolicy !== 'Delete' || UpdateReplacePolicy !== 'Delete'),
    );
    expect(kept.map(([id]) => id)).toEqual([]);
    for (const [, { Properties }] of typed(unprotected, 'AWS::DynamoDB::Table'))
      expect(Properties.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled).toBe(false);
  });

  it('every version belongs to a deleted function', () => {
    const functions = Object.fromEntries(typed(unprotected, 'AWS::Lambda::Function'));
    for (const [, { Properties }] of typed(unprotected, 'AWS::Lambda::Version'))
      expect(functions[idOf(Properties.FunctionName)!]?.DeletionPolicy ?? 'Delete').toBe('Delete');
  });

  it('nothing is protected from deletion', () => {
    const guarded = unprotected.resources.filter(([, { Properties }]) => Properties?.DeletionProtectionEnabled === true);
    expect(guarded.map(([id]) => id)).toEqual([]);
    for (const stack of unprotected.assembly.stacks) expect(stack.terminationProtection ?? false).toBe(false);
  });

  it('every function writes to its own log group in the stack and cannot create another', () => {
    const groups = typed(unprotected, 'AWS::Logs::LogGroup').map(([id]) => id);
    const functions = typed(unprotected, 'AWS::Lambda::Function');
    const used = functions.map(([id, { Properties }]) => [id, idOf(Properties.LoggingConfig?.LogGroup)]);
    for (const [id, group] of used) expect([id, groups]).toEqual([id, expect.arrayContaining([group])]);
    expect(new Set(used.map(([, group]) => group)).size).toBe(functions.length);
    expect(JSON.stringify(unprotected.resources)).not.toMatch(/logs:CreateLogGroup|AWSLambdaBasicExecutionRole/);
  });

  it('every bucket is emptied first, while its policy still allows it', () => {
    const emptied = typed(unprotected, 'Custom::S3AutoDeleteObjects') as [string, Resource & { DependsOn: string[] }][];
    const buckets = typed(unprotected, 'AWS::S3::Bucket').map(([id]) => id);
    expect(buckets.length).toBeGreaterThan(1);
    expect(emptied.map(([, { Properties }]) => idOf(Properties.BucketName)).sort()).toEqual(buckets.sort());
    for (const [, { Properties, DependsOn }] of emptied) {
      const [policy] = typed(unprotected, 'AWS::S3::BucketPolicy').find(
        ([, candidate]) => idOf(candidate.Properties.Bucket) === idOf(Properties.BucketName),
      )!;
      expect(DependsOn).toContain(policy);
    }
  });

  it('the function that empties buckets may only write its log and do what the bucket policies allow', () => {
    const [, handler] = typed(unprotected, 'AWS::Lambda::Function').find(([id]) => id.startsWith('CustomS3'))!;
    const role = Object.fromEntries(unprotected.resources)[idOf(handler.Properties.Role)!]!;
    expect(role.Properties.ManagedPolicyArns).toBeUndefined();
    expect(role.Properties.Policies).toEqual([
      {
        PolicyName: 'Log',
        PolicyDocument: {
          Version: '2012-10-17',
          Statement: [
            {
              Effect: 'Allow',
              Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
              Resource: { 'Fn::GetAtt': [idOf(handler.Properties.LoggingConfig.LogGroup), 'Arn'] },
            },
          ],
        },
      },
    ]);
  });

  it('keys have the shortest waiting period', () => {
    const keys = typed(unprotected, 'AWS::KMS::Key');
    expect(keys.map(([, { Properties }]) => Properties.PendingWindowInDays)).toEqual(keys.map(() => 7));
  });

  it("Container Insights' log group is part of the stack and created before the cluster", () => {
    const [[, cluster]] = typed(unprotected, 'AWS::ECS::Cluster') as [[string, Resource & { DependsOn: string[] }]];
    const groups = typed(unprotected, 'AWS::Logs::LogGroup');
    const nameOf = (value: unknown) => JSON.stringify(value).replaceAll(/^"|"$/g, '');
    const joined = (value: { 'Fn::Join': [string, unknown[]] }) => value['Fn::Join'][1].map(nameOf).join('');
    const name = joined(cluster.Properties.ClusterName);
    // After the stack has been deleted, the group may be created again, so its name contains the stack ID.
    expect(name).toContain('AWS::StackId');
    const [insights] = groups.find(([, { Properties }]) => JSON.stringify(Properties.LogGroupName ?? '').includes('containerinsights'))!;
    expect(joined(groups.find(([id]) => id === insights)![1].Properties.LogGroupName)).toContain(name);
    expect(cluster.DependsOn).toContain(insights);
  });

  it("the account's role for API Gateway's logs is not changed", () => {
    expect(typed(unprotected, 'AWS::ApiGateway::Account')).toEqual([]);
    const [[, api]] = typed(unprotected, 'AWS::ApiGateway::Stage') as [[string, Resource]];
    expect(api.Properties.AccessLogSetting).toBeUndefined();
    expect(api.Properties.MethodSettings[0].LoggingLevel).toBe('OFF');
  });

  it('the local run supports all of it', () => {
    const deployment = readDeployment(unprotected.assembly.directory, 'http://127.0.0.1:1');
    expect(deployment.outputs).toHaveProperty('ApiUrl');
  });
});

describe('a protected stage', () => {
  it('cannot be destroyed until it is deployed with protect=false', () => {
    for (const stack of isProtected.assembly.stacks) expect(stack.terminationProtection).toBe(true);
    expect(Object.keys(destroyAssembly(isProtected.assembly.directory).refused)).toHaveLength(3);
  });

  it("retains tables with their backups, buckets, and the webhooks' key", () => {
    const kept = isProtected.resources.filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Retain');
    expect([...new Set(kept.map(([, { Type }]) => Type))].sort()).toEqual(KEPT);
    for (const [, { Properties }] of typed(isProtected, 'AWS::DynamoDB::Table'))
      expect(Properties).toMatchObject({
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      });
    expect(typed(isProtected, 'AWS::DynamoDB::Table').map(([, { DeletionPolicy }]) => DeletionPolicy)).not.toContain('Delete');
    expect(typed(isProtected, 'Custom::S3AutoDeleteObjects')).toEqual([]);
  });

  it('has an access log', () => {
    const [[, api]] = typed(isProtected, 'AWS::ApiGateway::Stage') as [[string, Resource]];
    expect(api.Properties.AccessLogSetting).toBeDefined();
  });
});
