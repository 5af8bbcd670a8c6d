import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Facts } from '../../../bin/preflight/facts.ts';
import { judge } from '../../../bin/preflight/judge/index.ts';
import { readFacts, readIdentity, reservingPrefixes } from '../../../bin/preflight/read/read.ts';
import { exitCode, report } from '../../../bin/preflight/report.ts';
import type { Settings } from '../../../lib/settings/index.ts';
import { synthesizeStage } from '../../lib/fixture.ts';
import { environmentOf, type Recording, readRecording, serve } from './aws.ts';
import { grownUp, settingsOf, VPC } from './settings.ts';

afterEach(() => vi.unstubAllEnvs());

async function read(recording: Recording, settings: Settings): Promise<Facts> {
  const aws = await serve(recording);
  for (const [name, value] of Object.entries(environmentOf(aws))) vi.stubEnv(name, value);
  try {
    return await readFacts(settings, await readIdentity(settings.region), 'hnb659fds');
  } finally {
    aws.close();
  }
}

/** Returns the report without its `ok` lines, and the exit code. */
async function preflight(recording: Recording, settings: Settings): Promise<{ text: string; code: number }> {
  const facts = await read(recording, settings);
  const findings = judge(facts, settings);
  const blocks = report({ settings, facts, findings }).split(/\n(?=\S|\n)/);
  return { text: blocks.filter((block) => !/^(ok|\s*$)/.test(block)).join('\n'), code: exitCode(findings) };
}

const QUOTAS = 'https://us-east-1.console.aws.amazon.com/servicequotas/home/services';

describe('a new account', () => {
  it('is ready for the default settings except for the bootstrap', async () => {
    expect(await preflight(readRecording('new'), settingsOf())).toEqual({
      code: 1,
      text: `\
Stage live in us-east-1, account 111111111111
CHANGE  CDK bootstrap: Missing in us-east-1 of this account.
        → Run: npx cdk bootstrap aws://111111111111/us-east-1
Not ready: 1 to change. Nothing was changed.`,
    });
  });

  it('suggests quotas to raise or settings to lower for a high load', async () => {
    const { domain: _, alarmTopic: __, ...given } = grownUp('111111111111');
    expect(await preflight(readRecording('new'), settingsOf({ ...given, tts: 'polly' }))).toEqual({
      code: 1,
      text: `\
Stage live in us-east-1, account 111111111111
CHANGE  CDK bootstrap: Missing in us-east-1 of this account.
        → Run: npx cdk bootstrap aws://111111111111/us-east-1
CHANGE  Lambda concurrency: The account allows 10 concurrent executions; accountConcurrency is 4,000.
        → Deploy with -c accountConcurrency=10 -c capacity=2 -c renderers=2
        or Raise "Concurrent executions" to 4,000: ${QUOTAS}/lambda/quotas/L-B99A9384
CHANGE  Lambda memory per function: rendererMemory is 10,240 MB; with 10 concurrent executions, this is a new account, which limits functions to 3,008 MB.
        → Deploy with -c rendererMemory=3008; videos then take longer
        or Ask AWS Support for "Lambda function memory up to 10,240 MB" in this region; Service Quotas does not have it: https://console.aws.amazon.com/support/home#/case/create
CHANGE  Fargate vCPUs: The account has 6; a video's 10 tasks, 4 each, need 40.
        → Deploy with -c tasks=1
        or Raise "Fargate On-Demand vCPU resource count" to 40: ${QUOTAS}/fargate/quotas/L-3032A538
REVIEW  Polly: us-east-1 has generative, neural, standard voices. By default, Polly accepts 8 requests per second with neural voices, and AWS does not show the account's own rate; capacity is 50.
        → Proceed: concurrent jobs with speech wait for each other
        or Ask AWS Support for a higher rate of SynthesizeSpeech: https://console.aws.amazon.com/support/home#/case/create
Not ready: 4 to change. Nothing was changed.`,
    });
  });
});

describe('a small account', () => {
  it('receives suggestions for everything that prevents a deployment', async () => {
    const gpu = { instanceType: 'g5.xlarge', instances: 4 };
    const settings = settingsOf({ ...grownUp('222222222222'), apiRate: 5_000, gpu });
    expect(await preflight(readRecording('small'), settings)).toEqual({
      code: 1,
      text: `\
Stage live in us-east-1, account 222222222222
CHANGE  CDK bootstrap: Its version is 5; the templates need 6.
        → Run: npx cdk bootstrap aws://222222222222/us-east-1
CHANGE  Stack Avatar-live: It is in ROLLBACK_COMPLETE, which does not allow a deployment.
        → Find the cause: aws cloudformation describe-stack-events --stack-name Avatar-live --region us-east-1; then: aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name Avatar-live --region us-east-1; then: aws cloudformation delete-stack --stack-name Avatar-live --region us-east-1
CHANGE  Certificate: It is PENDING_VALIDATION: domain ownership is not validated yet.
        → Add the CNAME record shown by ACM, and wait until it is ISSUED: https://console.aws.amazon.com/acm/home
        or Use another certificate in -c domain
CHANGE  Alarm topic: arn:aws:sns:us-east-1:222222222222:alarms does not exist.
        → Create it: aws sns create-topic --name alarms --region us-east-1
        or Correct -c alarmTopic
CHANGE  Lambda concurrency: The account allows 1,000 concurrent executions, 100 of them reserved by functions; accountConcurrency is 4,000.
        → Deploy with -c accountConcurrency=900 -c capacity=21 -c renderers=21
        or Raise "Concurrent executions" to 4,000: ${QUOTAS}/lambda/quotas/L-B99A9384
CHANGE  EC2 GPU instances: The account has 8 vCPUs for g-class instances; 4 instances of g5.xlarge need 16.
        → Deploy with "instances":2 in -c gpu
        or Raise "Running On-Demand G and VT instances" to 16: ${QUOTAS}/ec2/quotas/L-DB2E81BA
CHANGE  API Gateway requests per second: The account allows 2,500, and bursts of 1,250; apiRate is 5,000, apiBurst 400.
        → Deploy with -c apiRate=2500 -c apiBurst=400
        or Raise "Throttle rate" to 5,000: ${QUOTAS}/apigateway/quotas/L-8A5B8E43
REVIEW  Lambda memory per function: rendererMemory is 10,240 MB; no existing function has that much, and AWS does not show the limit.
        → Proceed; if the deployment fails with "MemorySize … less than or equal to 3008", it rolls back automatically
        or Deploy with -c rendererMemory=3008; videos then take longer
Not ready: 7 to change. Nothing was changed.`,
    });
  });
});

describe('a large account', () => {
  const settings = settingsOf({ ...grownUp('333333333333'), accountConcurrency: 20_000, capacity: 250, vpc: VPC });

  it('is ready', async () => {
    expect(await preflight(readRecording('large'), settings)).toEqual({
      code: 0,
      text: 'Stage live in us-east-1, account 333333333333\nReady: npm run deploy -- -c stage=live …',
    });
  });

  it('names the missing permission for a fact that cannot be read', async () => {
    const denied = { $error: 'AccessDeniedException', status: 403, message: 'Not for you' };
    const recording = { ...readRecording('large'), GetAccountSettings: denied };
    expect(await preflight(recording, settings)).toEqual({
      code: 2,
      text: `\
Stage live in us-east-1, account 333333333333
UNREAD  Lambda concurrency: Could not be read: Not for you.
        → Allow lambda:GetAccountSettings for this command's credentials (docs/deploy.md has the complete policy)
Incomplete: 1 not checked. Nothing was changed.`,
    });
  });
});

describe('the reservations', () => {
  it('are read from the function names that CloudFormation chose for this stage', async () => {
    const names = [
      'Avatar-live-2-PipelineRenderFunction0A1B2C3D-x',
      ...['Render', 'Import'].map((step) => `Avatar-live-Pipeline${step}Function0A1B2C3D-x`),
    ];
    const recording = {
      ...readRecording('large'),
      ListFunctions: { Functions: names.map((FunctionName) => ({ FunctionName, MemorySize: 10_240 })) },
      [`GetFunctionConcurrency ${names[1]}`]: { ReservedConcurrentExecutions: 760 },
      [`GetFunctionConcurrency ${names[2]}`]: { ReservedConcurrentExecutions: 2 },
    };
    expect((await read(recording, settingsOf())).reserved).toEqual({ value: 762 });
    expect((await read(readRecording('large'), settingsOf())).reserved).toEqual({ value: 0 });
  });

  it('belong to the only functions in the template with a reservation', () => {
    const { ofType } = synthesizeStage({ stage: 'live', accountConcurrency: 1_000 });
    const reserving = ofType('AWS::Lambda::Function').filter(([, { Properties }]) => Properties.ReservedConcurrentExecutions);
    const prefixes = reservingPrefixes('live');
    expect(reserving.map(([id]) => prefixes.findIndex((prefix) => `Avatar-live-${id}`.startsWith(prefix))).sort()).toEqual([0, 1]);
  });
});

it('only calls operations that read', async () => {
  const aws = await serve(readRecording('large'));
  for (const [name, value] of Object.entries(environmentOf(aws))) vi.stubEnv(name, value);
  const settings = settingsOf({
    ...grownUp('333333333333'),
    tts: 'polly',
    vpc: VPC,
    gpu: { instanceType: 'g5.xlarge' },
  });
  await readFacts(settings, await readIdentity('us-east-1'), 'hnb659fds');
  aws.close();
  expect(aws.calls.length).toBeGreaterThan(15);
  for (const operation of aws.calls) expect(operation).toMatch(/^(Get|List|Describe)/);
});
