import { Duration } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { ServiceFunction } from '../../../lib/function/index.ts';
import { placeholderBundles, templateOf } from '../fixture.ts';

const { functions: bundles } = placeholderBundles();

const openapi = (variables: Record<string, string>) =>
  templateOf((stack) =>
    new ServiceFunction(stack, 'openapi', {
      bundles,
      description: 'x',
      memory: 512,
      timeout: Duration.seconds(10),
    }).set(variables),
  );

const OWN_LOG = Match.stringLikeRegexp('^OpenapiLog');

const IDENTIFIERS = '{"humanoid":"metahuman"}';
const CORS_ORIGINS = '[]';

describe('ServiceFunction', () => {
  it('runs on Node.js 24 on arm64 with its own log group and role', () => {
    const { template } = openapi({ IDENTIFIERS, CORS_ORIGINS });
    template.hasResourceProperties('AWS::Lambda::Function', {
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'handler.handler',
      MemorySize: 512,
      Timeout: 10,
      LoggingConfig: { LogGroup: { Ref: OWN_LOG } },
      Environment: { Variables: { CORS_ORIGINS, IDENTIFIERS, POWERTOOLS_SERVICE_NAME: 'openapi' } },
    });
    template.hasResourceProperties('AWS::Logs::LogGroup', {});
    expect(Object.values(template.findResources('AWS::IAM::Role'))[0]?.Properties.ManagedPolicyArns).toBeUndefined();
  });

  it('only reserves concurrency if configured', () => {
    const reserve = (reservedConcurrency?: number) =>
      templateOf((stack) =>
        new ServiceFunction(stack, 'openapi', {
          bundles,
          description: 'x',
          memory: 512,
          timeout: Duration.seconds(10),
          reservedConcurrency,
        }).set({ IDENTIFIERS, CORS_ORIGINS }),
      ).template;
    reserve(7).hasResourceProperties('AWS::Lambda::Function', { ReservedConcurrentExecutions: 7 });
    reserve().hasResourceProperties('AWS::Lambda::Function', { ReservedConcurrentExecutions: Match.absent() });
  });

  it('may only write to its own log', () => {
    openapi({ IDENTIFIERS, CORS_ORIGINS }).template.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Allow',
            Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            Resource: { 'Fn::GetAtt': [OWN_LOG, 'Arn'] },
          },
        ],
      },
    });
  });

  it('fails the synthesis if a variable is missing', () => {
    expect(() => openapi({ CORS_ORIGINS })).toThrow(/openapi: The environment of the function is invalid: IDENTIFIERS/);
  });

  it('fails the synthesis if a variable has an invalid value', () => {
    const origins = JSON.stringify(Array.from({ length: 200 }, (_, index) => `https://site-${index}.example.com`));
    expect(() => openapi({ IDENTIFIERS, CORS_ORIGINS: origins })).toThrow(
      /openapi must have at most 4096 bytes of variables, got about \d+; shorten the setting behind CORS_ORIGINS/,
    );
    expect(() => openapi({ IDENTIFIERS: 'metahuman', CORS_ORIGINS })).toThrow(/IDENTIFIERS: Invalid JSON/);
  });

  it('fails the synthesis if it has a variable that the handler does not read', () => {
    expect(() => openapi({ IDENTIFIERS, CORS_ORIGINS, IDENTIFIER: 'x' })).toThrow(
      'openapi must not have the variable IDENTIFIER, which it does not read',
    );
  });
});
