import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IPolicyValidationContext } from 'aws-cdk-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { SchemaChecks } from '../../lib/checks.ts';
import type { Context } from '../../lib/settings/index.ts';
import { type Resource, synthesizeStage, temporaryFolder } from './fixture.ts';

/** Settings for four kinds of operators, and for someone who is just trying out the service. */
const SETTINGS: Readonly<Record<string, Context>> = {
  'a new account': { stage: 'new' },
  production: {
    stage: 'prod',
    protect: true,
    capacity: 50,
    rendererMemory: 10_240,
    accountConcurrency: 1_000,
    monthlyBudget: 500,
    alarmEmail: 'ops@example.com',
    canaryMinutes: 5,
    tracing: true,
  },
  GPU: { stage: 'gpu', gpu: { instanceType: 'g5.xlarge', instances: 2 } },
  'an existing VPC with a custom domain': {
    stage: 'vpc',
    vpc: { id: 'vpc-0a1b2c3d4e5f67890', subnets: ['subnet-0a1b2c3d4e5f67890', 'subnet-0a1b2c3d4e5f67891'] },
    domain: {
      name: 'avatar.example.com',
      certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222-3333-4444-555555555555',
      zone: { id: 'Z0123456789ABCDEFGHIJ', name: 'example.com' },
    },
    cors: ['https://studio.example.com'],
    waf: true,
  },
  'a trial': { stage: 'trial', protect: false },
};

const checks = new SchemaChecks();
const folder = temporaryFolder();
let templates = 0;

/** Returns what the checks find in a template. */
function findingsOf(template: object): string[] {
  templates += 1;
  const templatePath = join(folder, `${templates}.json`);
  writeFileSync(templatePath, JSON.stringify(template));
  const stack = { stackConstructPath: 'Stack', templatePath, accountId: '111122223333', region: 'us-east-1' };
  const { success, violations } = checks.validate({ stackTemplates: [stack] } as unknown as IPolicyValidationContext);
  expect(success).toBe(violations.length === 0);
  return violations.map(({ severity, description }) => `${severity}: ${description}`);
}

describe('resource schema checks', () => {
  const { storage, service } = synthesizeStage({ stage: 'test', monthlyBudget: 100, alarmEmail: 'ops@example.com' });

  const all: Record<string, Resource> = { ...storage.toJSON().Resources, ...service.toJSON().Resources };

  // Loads the rules for all types up front, because they are reloaded for every template that contains a new type.
  beforeAll(() => void findingsOf({ Resources: all }));

  /** Returns a template that has a single resource of the given type, with modified properties. */
  function templateWith(type: string, change: (properties: Resource['Properties']) => void): object {
    const resource = structuredClone(Object.values(all).find(({ Type }) => Type === type)!);
    const plain = JSON.parse(JSON.stringify(resource.Properties).replaceAll(/\{"(Fn::\w+|Ref)":[^{}]*\}/g, '"arn"'));
    change(plain);
    return { Resources: { Spoilt: { Type: type, Properties: plain } } };
  }

  it.each<[mistake: string, type: string, change: (properties: Resource['Properties']) => void, finding: string]>([
    ['type', 'AWS::Lambda::Function', (it) => Object.assign(it, { Timeout: 'soon' }), "Timeout: 'soon' is not of type"],
    ['type', 'AWS::CloudWatch::Alarm', (it) => Object.assign(it, { EvaluationPeriods: 'x' }), "'x' is not of type"],
    ['nested type', 'AWS::ECS::TaskDefinition', (it) => Object.assign(it, { ContainerDefinitions: 1 }), 'not of type'],
    ['enumeration', 'AWS::Lambda::Function', (it) => Object.assign(it, { Architectures: ['arm'] }), "'arm' is not one of"],
    ['enumeration', 'AWS::Logs::LogGroup', (it) => Object.assign(it, { RetentionInDays: 8 }), '8 is not one of'],
    [
      'nested enumeration',
      'AWS::ApiGateway::Method',
      (it) => Object.assign(it.Integration, { Type: 'LAMBDA' }),
      "Integration.Type: 'LAMBDA' is not one of",
    ],
    ['pattern', 'AWS::S3::Bucket', (it) => Object.assign(it, { BucketName: 'Not_One' }), "'Not_One' does not match pattern"],
    ['pattern', 'AWS::Events::Rule', (it) => Object.assign(it, { Name: 'a b' }), "'a b' does not match pattern"],
    ['required', 'AWS::StepFunctions::StateMachine', (it) => delete it.RoleArn, "'RoleArn' is a required property"],
    ['nested required', 'AWS::Events::Rule', (it) => delete it.Targets[0].Id, "'Id' is a required property"],
    ['nested required', 'AWS::Budgets::Budget', (it) => delete it.Budget.BudgetType, "'BudgetType' is a required property"],
    ['range', 'AWS::KMS::Key', (it) => Object.assign(it, { PendingWindowInDays: 3 }), '3 is less than the minimum of 7'],
    ['unknown property', 'AWS::Lambda::Function', (it) => Object.assign(it, { Tiemout: 3 }), "'Tiemout' was unexpected"],
  ])('find an invalid %s in %s', (_, type, change, finding) => {
    expect(findingsOf(templateWith(type, change))).toContainEqual(expect.stringContaining(finding));
  });

  it('find an unknown resource type', () => {
    expect(findingsOf({ Resources: { Strange: { Type: 'AWS::Lambda::Funktion', Properties: {} } } })).not.toEqual([]);
  });

  it.each(Object.keys(SETTINGS))('do not find anything in the templates of %s', (operator) => {
    const stage = synthesizeStage(SETTINGS[operator]!);
    expect([stage.storage, stage.service].flatMap((template) => findingsOf(template.toJSON()))).toEqual([]);
  });
});
