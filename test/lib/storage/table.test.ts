import { Duration } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { ServiceFunction } from '../../../lib/function/index.ts';
import { ServiceTable } from '../../../lib/storage/index.ts';
import { placeholderBundles, templateOf } from '../fixture.ts';

const { functions: bundles } = placeholderBundles();

describe('ServiceTable', () => {
  it('is billed on demand and deletes expired items', () => {
    const { template } = templateOf(
      (stack) => new ServiceTable(stack, 'Jobs', { key: 'id', variable: 'JOBS_TABLE', expiry: 'expires_at', durable: false }),
    );
    template.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Delete',
      Properties: {
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false },
        TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
      },
    });
  });

  it('outlives its stack and is backed up if durable', () => {
    const { template } = templateOf((stack) => new ServiceTable(stack, 'Jobs', { key: 'id', variable: 'JOBS_TABLE', durable: true }));
    template.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Retain',
      Properties: {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    });
  });

  it('only binds the variable, the items, and the named index', () => {
    const { template } = templateOf((stack) => {
      const table = new ServiceTable(stack, 'Jobs', {
        key: 'id',
        variable: 'JOBS_TABLE',
        indexes: { 'by-account': ['account', 'created_at'], 'by-work-list': ['work_list', 'list_position'] },
        durable: false,
      });
      const solve = new ServiceFunction(stack, 'solve', {
        bundles,
        description: '',
        memory: 256,
        timeout: Duration.seconds(1),
      });
      table.bind(solve.set({ BUCKET: 'b' }), ['GetItem'], { query: ['by-work-list'] });
    });
    const table = Match.stringLikeRegexp('^JobsTable');
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: { JOBS_TABLE: { Ref: table } } },
    });
    template.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: { 'Fn::GetAtt': [table, 'Arn'] } },
          {
            Effect: 'Allow',
            Action: 'dynamodb:Query',
            Resource: { 'Fn::Join': ['', [{ 'Fn::GetAtt': [table, 'Arn'] }, '/index/by-work-list']] },
          },
        ]),
      },
    });
    const [policy] = Object.values(template.findResources('AWS::IAM::Policy'));
    expect(policy?.Properties.PolicyDocument.Statement).toHaveLength(3);
  });
});
