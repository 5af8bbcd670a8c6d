import { Stack } from 'aws-cdk-lib';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { describe, expect, it } from 'vitest';
import { ReasonedChecks } from '../../lib/checks.ts';
import { EXCEPTIONS } from '../../lib/exceptions.ts';
import { appOf, temporaryFolder, writeFiles } from './fixture.ts';

/** Settings that turn on everything that a stage can have. */
const everything = {
  alarmEmail: 'ops@example.com',
  alarmTopic: 'arn:aws:sns:us-east-1:123456789012:alarms',
  canaryMinutes: 5,
  tts: 'polly',
  audioStores: { s3: { buckets: ['customer-voices'] } },
};

/** A stage in an existing network, with a domain name, a firewall, and GPUs. */
const ownNetwork = {
  architecture: 'x86_64',
  cors: ['https://studio.example.com'],
  domain: {
    name: 'avatar.example.com',
    certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222-3333-4444-555555555555',
    zone: { id: 'Z0123456789ABCDEFGHIJ', name: 'example.com' },
  },
  gpu: { instanceType: 'g5.xlarge', instances: 2 },
  vpc: { id: 'vpc-0a1b2c3d4e5f67890', subnets: ['subnet-0a1b2c3d4e5f67890', 'subnet-0a1b2c3d4e5f67891'] },
  waf: true,
};

const DEPLOYMENTS = [
  { stage: 'prod', ...everything },
  { stage: 'test', protect: false, tracing: false },
  { stage: 'prod', ...ownNetwork },
];

/** Neural voices, for the stage with everything turned on. */
const image = temporaryFolder();
writeFiles(image, { Dockerfile: 'FROM scratch' });
const speaker = { image, voices: [{ name: 'lessac', language: 'en-US', sex: 'female' }] } as const;

describe('the checks', () => {
  it.each(DEPLOYMENTS)('do not find anything in the service with the settings %j', (context) => {
    expect(() => appOf(context, true, 'canaryMinutes' in context ? { speaker } : {}).synth()).not.toThrow();
  });

  it("fail a synthesis that violates an AwsSolutions rule or CloudFormation's schema", () => {
    const app = appOf({ stage: 'test' });
    new Queue(app.node.findChild('Avatar-test') as Stack, 'Plain');
    new CfnFunction(new Stack(app, 'Other'), 'Small', {
      code: { zipFile: 'x' },
      role: 'arn:aws:iam::123456789012:role/x',
      runtime: 'nodejs24.x',
      handler: 'index.handler',
      memorySize: 99,
    });
    const synthesis = () => app.synth();
    expect(synthesis).toThrow(/The SQS queue does not require requests to use SSL[\s\S]*MemorySize: 99 is less than the minimum of 128/);
  });

  it('do not have unused exceptions', () => {
    const used = DEPLOYMENTS.flatMap((context) => {
      const app = appOf(context);
      const checks = new ReasonedChecks(app);
      checks.validateScope(app);
      return [...checks.used];
    });
    expect(EXCEPTIONS.filter((exception) => !used.includes(exception))).toEqual([]);
  });

  it('require a complete sentence as a reason', () => {
    for (const { rule, reason } of EXCEPTIONS) expect([rule, reason]).toEqual([rule, expect.stringMatching(/^[A-Z].{40,}[^.]\.$/)]);
  });
});
