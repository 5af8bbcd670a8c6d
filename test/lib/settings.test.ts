import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readContext, readSettings } from '../../lib/settings/index.ts';

const SUBNET = 'subnet-0a1b2c3d';
const DOMAIN = {
  name: 'avatar.example.com',
  certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222-3333-4444-555555555555',
};
const ACL = 'arn:aws:wafv2:us-east-1:123456789012:regional/webacl/main/11111111-2222-3333-4444-555555555555';

describe('readSettings', () => {
  it("returns the local stage's settings by default", () => {
    expect(readSettings({})).toEqual({
      stage: 'local',
      region: 'us-east-1',
      protect: false,
      accountConcurrency: 1_000,
      capacity: 4,
      renderers: 2,
      rendererMemory: 3_008,
      segmentSeconds: 2,
      tasks: 2,
      studio: true,
      taskAfter: 3600,
      architecture: 'arm64',
      dispatchConcurrency: 2,
      webhookConcurrency: 4,
      cors: ['*'],
      waf: false,
      apiRate: 200,
      apiBurst: 400,
      tokenRate: 200,
      addressRate: 200,
      tts: 'embedded',
      pollyEngine: 'neural',
      audioStores: {},
      retentionDays: 7,
      logRetentionDays: 30,
      lostAfter: 60,
      tracing: false,
      canaryMinutes: 0,
      identifiers: { humanoid: 'metahuman', blendshape: 'arkit', ttsEngine: 'embedded' },
    });
  });

  it('defaults to values that fit a new account for a deployed stage', () => {
    expect(readSettings({ stage: 'dev' })).toMatchObject({
      protect: true,
      accountConcurrency: 10,
      capacity: 2,
      renderers: 2,
      dispatchConcurrency: 2,
      webhookConcurrency: 2,
      rendererMemory: 3_008,
      tasks: 1,
      cors: [],
    });
    expect(readSettings({ stage: 'dev', capacity: 1, tasks: '10' })).toMatchObject({ capacity: 1, tasks: 10 });
  });

  it("limits a caller's default rates to the whole API's", () => {
    expect(readSettings({ stage: 'dev', apiRate: 10 })).toMatchObject({ tokenRate: 10, addressRate: 10 });
    expect(readSettings({ stage: 'dev', apiRate: 70 })).toMatchObject({ tokenRate: 50, addressRate: 70 });
    expect(() => readSettings({ stage: 'dev', apiRate: 10, tokenRate: 11 })).toThrow('tokenRate must be at most');
  });

  it('accepts resources of the target account, or of any account if the target is unknown', () => {
    const account = '123456789012';
    expect(readSettings({ stage: 'dev', account, domain: DOMAIN, waf: ACL, cors: ['http://a.example:65535'] })).toMatchObject({ waf: ACL });
    expect(readSettings({ stage: 'dev', domain: DOMAIN, waf: ACL }).waf).toBe(ACL);
  });

  it('accepts strings from the command line', () => {
    const settings = readSettings({
      stage: 'dev',
      capacity: '12',
      accountConcurrency: '1000',
      retentionDays: '30',
      identifiers: '{"humanoid":"hero"}',
    });
    expect(settings).toMatchObject({
      capacity: 12,
      retentionDays: 30,
      identifiers: { humanoid: 'hero', blendshape: 'arkit' },
    });
  });

  it("defaults the engine's name to the selected engine", () => {
    expect(readSettings({ tts: 'polly' }).identifiers.ttsEngine).toBe('polly');
    expect(readSettings({ tts: 'polly', identifiers: { ttsEngine: 'voice' } }).identifiers.ttsEngine).toBe('voice');
  });

  it("ignores the CDK's own keys of the context", () => {
    const names = ['@aws-cdk/core:newStyleStackSynthesis', 'aws:cdk:enable-path-metadata', 'availability-zones:account=1:region=eu-west-1'];
    expect(readSettings(Object.fromEntries(names.map((name) => [name, true]))).stage).toBe('local');
  });

  it.each([
    [{ stage: 'Prod' }, 'stage must be 1 to 16 lowercase letters, digits, and "-", for example "live", got "Prod"'],
    [{ capacity: 0 }, 'capacity must be a whole number from 1 to 10000, for example 50, got 0'],
    [{ capacity: 'many' }, 'capacity must be a whole number from 1 to 10000, for example 50, got "many"'],
    [{ capacity: 2.5 }, 'capacity must be a whole number from 1 to 10000, for example 50, got 2.5'],
    [{ tokenRate: 201 }, 'tokenRate must be at most apiRate, the limit for the whole API, got 201'],
    [{ renderers: 2, taskAfter: 72_001 }, 'taskAfter must be at most 36000 per renderer'],
    [{ segmentSeconds: 0 }, 'segmentSeconds must be a whole number from 1 to 900, for example 10, got 0'],
    [{ rendererMemory: 1_768 }, 'rendererMemory must be a whole number from 1769 to 10240, for example 3008, got 1768'],
    [{ tasks: 41 }, 'tasks must be a whole number from 1 to 40, for example 4, got 41'],
    [{ retentionDays: 400 }, 'retentionDays must be a whole number from 1 to 365, for example 7, got 400'],
    [{ logRetentionDays: 8 }, 'logRetentionDays must be one of 1, 3, 5, 7,'],
    [{ alarmEmail: 'nobody' }, 'alarmEmail must be an e-mail address, for example "ops@example.com", got "nobody"'],
    [{ alarmTopic: 'alarms' }, 'alarmTopic must be the ARN of an SNS topic, for example "arn:aws:sns:'],
    [{ protect: 'yes' }, 'protect must be true or false, got "yes"'],
    [{ architecture: 'arm' }, 'architecture must be one of "arm64", "x86_64", got "arm"'],
    [{ vpc: 'vpc-1' }, 'vpc must be JSON, for example {"id":"vpc-0a1b2c3d4e5f67890","subnets":["subnet-0a1b2c3d4e5f67890"]}, got'],
    [{ vpc: { id: 'vpc-0a1b2c3d' } }, 'vpc.subnets'],
    [{ cors: 'https://a.example' }, 'cors must be JSON, for example ["https://studio.example.com"], got "https://a.example"'],
    [{ cors: ['a.example'] }, 'cors.0 must be "*" or an origin, in lowercase and without a path, for example'],
    [{ cors: ['https://a.example/'] }, 'cors.0 must be "*" or an origin, in lowercase and without a path'],
    [{ cors: ['https://a.example:65536'] }, 'cors.0 must have a port up to 65535, got "https://a.example:65536"'],
    [{ cors: ['https://a.example', '*'] }, 'cors must be ["*"] alone, or a list of origins such as'],
    [{ cors: ['https://a.example', 'https://a.example'] }, 'cors must name each origin once'],
    [{ vpc: { id: 'vpc-0a1b2c3d', subnets: [SUBNET, SUBNET] } }, 'vpc.subnets must name each subnet once'],
    [{ vpc: { id: 'vpc-0a1b2c3d', subnets: ['a'] } }, 'vpc.subnets.0 must be the id of a subnet, for example "subnet-'],
    [{ domain: { name: 'avatar' } }, 'domain.name must be a host name, for example "avatar.example.com"'],
    [{ domain: DOMAIN, region: 'eu-central-1' }, "domain must have a certificate in the deployment's region"],
    [{ domain: { ...DOMAIN, zone: { id: 'Z0123456789', name: 'example.org' } } }, 'domain must have a name in its zone, for example'],
    [{ domain: DOMAIN, account: '999999999999' }, "domain must have a certificate in the deployment's account, 999999999999"],
    [{ waf: ACL, account: '999999999999' }, "waf must be a web ACL in the deployment's account, 999999999999"],
    [{ gpu: { instanceType: 'g5.xlarge', instances: 41 } }, 'gpu.instances must be a whole number from 1 to 40, for example 2, got 41'],
    [{ waf: ACL, region: 'eu-central-1' }, "waf must be a web ACL in the deployment's region"],
    [{ gpu: { instanceType: 'g5.xlarge' } }, 'gpu must not be set for the stage "local", which does not support GPU tasks'],
    [{ waf: 'on' }, 'waf must be true, false, or the ARN of a regional web ACL, for example "arn:aws:wafv2:'],
    [{ gpu: { instanceType: 'm5.large' } }, 'gpu.instanceType must be a g-class instance type with one GPU'],
    [{ region: 'Frankfurt' }, 'region must be an AWS region, for example "eu-central-1", got "Frankfurt"'],
    [{ capcity: 9 }, 'capcity is not a setting; did you mean capacity?'],
    [{ email: 'ops@example.com' }, 'email is not a setting; did you mean alarmEmail?'],
    [{ rendererMemoryMb: 3008 }, 'rendererMemoryMb is not a setting; did you mean rendererMemory?'],
    [{ unrelated: 1 }, 'unrelated is not a setting; docs/deploy.md lists the settings'],
    [{ identifiers: { humanoide: 'x' } }, 'identifiers must be an object with the names "humanoid"'],
    [{ tts: 'espeak' }, 'tts must be one of "embedded", "polly", got "espeak"'],
    [{ audioStores: { s3: { buckets: [] } } }, 'must name a bucket'],
    [{ audioStores: { s3: { buckets: ['*'] } } }, 'must be a bucket name'],
    [{ audioStores: { obs: { buckets: ['voices'] } } }, 'must have an "endpoint"'],
    [{ audioStores: { s3: { buckets: ['voices'], endpoint: 'https://s3.example.com' } } }, '"endpoint" and "secret"'],
    [
      { stage: 'dev', audioStores: { obs: { buckets: ['voices'], endpoint: 'http://a.example', secret: 'a' } } },
      'must have https endpoints',
    ],
    [{ identifiers: '{' }, 'identifiers must be an object with the names "humanoid"'],
  ])('rejects %j by name and explains where to set it', (context, message) => {
    expect(() => readSettings(context)).toThrow(message);
    expect(() => readSettings(context)).toThrow('cdk.json');
  });

  it("rejects more concurrent work than the account's quota, with the numbers and what to change", () => {
    expect(() => readSettings({ stage: 'dev', capacity: 50, renderers: 10 })).toThrow(
      `capacity must fit the account's concurrent Lambda executions: capacity × renderers (50 × 10 = 500) + dispatchConcurrency (2) + webhookConcurrency (2) + the API's share (2) = 506, but the account has 10; lower capacity × renderers to 4, for example capacity 1 and renderers 4, or have AWS raise the account's quota (Lambda's "Concurrent executions") and set accountConcurrency to 629 or more, got 50`,
    );
    expect(() => readSettings({ stage: 'dev', capacity: 50, renderers: 10, accountConcurrency: 628 })).toThrow('629 or more');
    expect(readSettings({ stage: 'dev', capacity: 50, renderers: 10, accountConcurrency: 629 }).capacity).toBe(50);
    expect(() => readSettings({ stage: 'dev', webhookConcurrency: 9 })).toThrow(
      'lower dispatchConcurrency or webhookConcurrency, or have AWS raise',
    );
  });

  it('reports all errors together', () => {
    expect(() => readSettings({ stage: '', capacity: -1 })).toThrow(/stage.*capacity/);
  });

  it('accepts the settings in cdk.json', () => {
    expect(readSettings(readContext(join(import.meta.dirname, '../../cdk.json')))).toMatchObject({ stage: 'local' });
  });
});
