import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePolicy, PolicyError } from '../../src/gateway/index.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/jobs';
const allow = (Action: string | string[], Resource: string | string[], more: object = {}) => ({
  Statement: [{ Effect: 'Allow', Action, Resource, ...more }],
});

describe('compilePolicy', () => {
  it.each([
    ['the exact action and resource', 'dynamodb:GetItem', TABLE, true],
    ['another action', 'dynamodb:PutItem', TABLE, false],
    ['an action with the same prefix', 'dynamodb:GetItems', TABLE, false],
    ['another resource', 'dynamodb:GetItem', `${TABLE}2`, false],
    ['an index of the table', 'dynamodb:GetItem', `${TABLE}/index/x`, false],
    ['the action in a different case, like IAM', 'DynamoDB:getitem', TABLE, true],
  ])('decides on %s', (_what, action, resource, expected) => {
    expect(compilePolicy([allow('dynamodb:GetItem', TABLE)], 'role').allows(action, resource)).toBe(expected);
  });

  it('gives an explicit Deny precedence, regardless of its position', () => {
    const deny = { Statement: [{ Effect: 'Deny', Action: 's3:Put*', Resource: 'arn:aws:s3:::b/locked/*' }] };
    for (const documents of [
      [deny, allow('s3:*', '*')],
      [allow('s3:*', '*'), deny],
    ]) {
      const policy = compilePolicy(documents, 'role');
      expect(policy.allows('s3:PutObject', 'arn:aws:s3:::b/locked/x')).toBe(false);
      expect(policy.allows('s3:GetObject', 'arn:aws:s3:::b/locked/x')).toBe(true);
    }
  });

  it('evaluates ARN conditions with wildcards', () => {
    const cluster = 'arn:aws:ecs:us-east-1:000000000000:cluster/videos';
    const run = (like: string) => {
      const condition = { Condition: { ArnEquals: { 'ecs:cluster': like } } };
      return compilePolicy([allow('ecs:RunTask', '*', condition)], 'role').allows('ecs:RunTask', 'x', {
        'ecs:cluster': cluster,
      });
    };
    expect([cluster, `${cluster}2`, cluster.replace('videos', '*')].map(run)).toEqual([true, false, true]);
  });

  it('evaluates conditions on the prefix of a listing', () => {
    const condition = { Condition: { StringLike: { 's3:prefix': ['jobs/*', 'uploads/?'] } } };
    const policy = compilePolicy([allow('s3:ListBucket', '*', condition)], 'role');
    const may = (prefix?: string) => policy.allows('s3:ListBucket', 'arn:aws:s3:::b', prefix === undefined ? {} : { 's3:prefix': prefix });
    expect(['jobs/1', 'uploads/1', 'uploads/12', 'secret', undefined].map(may)).toEqual([true, true, false, false, false]);
  });

  it('matches wildcards like a naive model', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '*'), maxLength: 6 });
    const wildcard = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '*', '?'), minLength: 1, maxLength: 6 });
    const like = (pattern: string, value: string): boolean => {
      if (pattern === '') return value === '';
      if (pattern[0] === '*') {
        return like(pattern.slice(1), value) || (value !== '' && like(pattern, value.slice(1)));
      }
      return value !== '' && (pattern[0] === '?' || pattern[0] === value[0]) && like(pattern.slice(1), value.slice(1));
    };
    fc.assert(
      fc.property(wildcard, text, (pattern, value) => {
        expect(compilePolicy([allow('s3:X', pattern)], 'role').allows('s3:X', value)).toBe(like(pattern, value));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    [{ NotAction: 's3:GetObject' }, 'NotAction'],
    [{ NotResource: '*' }, 'NotResource'],
    [{ Principal: '*' }, 'Principal'],
    [{ Effect: 'Perhaps' }, 'Effect must be Allow or Deny'],
    [{ Resource: { Ref: 'Bucket' } }, 'Resource must be a string'],
    [{ Condition: { IpAddress: { 'aws:SourceIp': '::' } } }, 'the condition IpAddress on aws:SourceIp'],
    [{ Condition: { StringEquals: { 's3:delimiter': '/' } } }, 'the condition StringEquals on s3:delimiter'],
  ])('rejects %j by name', (more, message) => {
    const compile = () => compilePolicy([allow('s3:GetObject', '*', more)], 'the role');
    expect(compile).toThrow(PolicyError);
    expect(compile).toThrow(`the role: ${message.startsWith('N') || message === 'Principal' ? 'the statement field ' : ''}${message}`);
  });

  it('ignores statements about services that are not checked', () => {
    const condition = { Condition: { StringEquals: { 'cloudwatch:namespace': 'x' } } };
    const policy = compilePolicy([allow(['logs:PutLogEvents', 'cloudwatch:PutMetricData'], '*', condition)], 'role');
    expect(policy.allows('s3:GetObject', 'x')).toBe(false);
  });
});
