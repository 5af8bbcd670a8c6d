import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Facts, Subnet } from '../../../bin/preflight/facts.ts';
import { type Finding, judge } from '../../../bin/preflight/judge/index.ts';
import { settingsOf, VPC } from './settings.ts';

const FACTS: Facts = {
  region: 'us-east-1',
  identity: { account: '123456789012', arn: 'arn:aws:iam::123456789012:user/operator' },
  bootstrap: { value: 28 },
  stacks: { value: [{ name: 'AvatarStorage-live' }, { name: 'Avatar-live' }] },
  lambda: { value: { concurrent: 10, unreserved: 10 } },
  reserved: { value: 0 },
  largestFunction: { value: 0 },
  fargateVcpus: { value: 100 },
  api: { value: { rate: 10_000, burst: 5_000 } },
  states: { value: { 'StartExecution throttle token refill rate per second': 150 } },
  missingServices: { value: [] },
  vpcs: { value: { used: 1, limit: 5 } },
};

const found = (facts: Partial<Facts>, given: Record<string, unknown> = {}): Finding[] =>
  judge({ ...FACTS, ...facts }, settingsOf(given)).filter(({ level }) => level !== 'ready');

const words = (facts: Partial<Facts>, given?: Record<string, unknown>): string[] =>
  found(facts, given).map(({ level, found: text }) => `${level}: ${text}`);

describe('concurrency', () => {
  it('is sufficient after following the advice, for any account and settings', () => {
    const counts = fc.record({
      concurrent: fc.integer({ min: 10, max: 50_000 }),
      unreserved: fc.integer({ min: 100, max: 50_000 }),
      reserved: fc.integer({ min: 0, max: 5_000 }),
      capacity: fc.integer({ min: 1, max: 10_000 }),
      renderers: fc.integer({ min: 1, max: 40 }),
      dispatchConcurrency: fc.integer({ min: 2, max: 1_000 }),
      webhookConcurrency: fc.integer({ min: 2, max: 1_000 }),
    });
    fc.assert(
      fc.property(counts, ({ concurrent, ...rest }) => {
        const { unreserved: most, reserved: own, ...given } = rest;
        const unreserved = Math.min(most, concurrent);
        const reserved = Math.min(own, concurrent - unreserved);
        const facts = {
          lambda: { value: { concurrent, unreserved } },
          reserved: { value: reserved },
          states: { value: { 'StartExecution throttle token refill rate per second': 10_000 } },
        };
        const settings = { accountConcurrency: 1_000_000, ...given };
        const [finding] = found(facts, settings);
        const lower = [...finding!.advice![0]!.matchAll(/-c (\w+)=(\d+)/g)].map(([, name, value]) => [name, value]);
        const after = { ...settings, ...Object.fromEntries(lower) } as Record<keyof typeof settings, string | number>;
        expect(words(facts, after)).toEqual([]);
        const jobs = Number(after.capacity) * Number(after.renderers);
        const senders = Number(after.dispatchConcurrency) + Number(after.webhookConcurrency);
        const usable = unreserved + reserved;
        expect(jobs + senders + Math.max(2, Math.floor(usable / 5))).toBeLessThanOrEqual(usable);
      }),
    );
  });

  describe('reserved by other functions', () => {
    const given = { accountConcurrency: 1_000, capacity: 19, renderers: 40 };
    const lambda = { value: { concurrent: 1_000, unreserved: 400 } };

    it('is not available to the renderer, because AWS requires 100 unreserved executions', () => {
      expect(found({ lambda }, given)).toEqual([
        {
          level: 'change',
          subject: 'Lambda concurrency',
          found:
            'The renderer and the imports would reserve 762 of 400 unreserved executions; AWS rejects reservations that leave fewer than 100',
          advice: [
            'Deploy with -c accountConcurrency=400 -c capacity=14 -c renderers=14',
            "Reserve 462 fewer for the account's other functions",
            'Raise "Concurrent executions" to 1,462: https://us-east-1.console.aws.amazon.com/servicequotas/home/services/lambda/quotas/L-B99A9384',
          ],
          raise: { quota: { service: 'lambda', code: 'L-B99A9384', name: 'Concurrent executions' }, value: 1_462 },
        },
      ]);
    });

    it("does not include the stage's own current reservation", () => {
      const at = (reserved: number) => words({ lambda, reserved: { value: reserved } }, given);
      expect(at(462)).toEqual([]);
      expect(at(461)).toEqual([
        expect.stringContaining('change: The renderer and the imports would reserve 762 of 861 unreserved executions'),
      ]);
    });

    it("is unknown if the stage's reservation cannot be read", () => {
      const reserved = { unread: 'Not for you', permission: 'lambda:GetFunctionConcurrency' };
      expect(words({ lambda, reserved }, given)).toEqual(['unread: Could not be read: Not for you']);
      expect(words({ lambda, reserved }, { accountConcurrency: 1_000 })).toEqual([]);
    });
  });
});

describe('a stack', () => {
  it.each([
    ['ROLLBACK_COMPLETE', 'delete-stack --stack-name Avatar-live'],
    ['DELETE_FAILED', 'delete-stack --stack-name Avatar-live'],
    ['UPDATE_ROLLBACK_FAILED', 'continue-update-rollback --stack-name Avatar-live'],
    ['UPDATE_FAILED', 'npx cdk rollback --all -c stage=live'],
    ['UPDATE_IN_PROGRESS', 'wait stack-update-complete --stack-name Avatar-live'],
    ['DELETE_IN_PROGRESS', 'wait stack-delete-complete --stack-name Avatar-live'],
  ])('in %s must be handled first', (status, command) => {
    const stacks = { value: [{ name: 'Avatar-live', status }] };
    const [finding] = found({ stacks });
    expect(finding).toMatchObject({ level: 'change', subject: 'Stack Avatar-live' });
    expect(finding!.advice![0]).toContain(command);
  });

  it.each(['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE', 'REVIEW_IN_PROGRESS'])('in %s can be updated', (status) => {
    expect(found({ stacks: { value: [{ name: 'Avatar-live', status }] } })).toEqual([]);
  });
});

describe('an existing network', () => {
  const subnets = (...some: Partial<Subnet>[]): Subnet[] =>
    some.map((one, index) => ({
      id: VPC.subnets[index]!,
      vpc: VPC.id,
      zone: `us-east-1${'ab'[index]}`,
      free: 200,
      wayOut: 'gateway of another kind',
      ...one,
    }));
  const judged = (some: Subnet[], vpc: object = VPC, endpoints: string[] = [], more: object = {}) => {
    const { vpcs: _, ...facts } = FACTS;
    return judge({ ...facts, network: { value: { subnets: some, endpoints } } }, settingsOf({ vpc, ...more }))
      .filter(({ level }) => level !== 'ready')
      .map(({ level, found: text }) => `${level}: ${text}`);
  };

  it('is ready with internet access and two zones', () => {
    expect(judged(subnets({}, {}))).toEqual([]);
    expect(judged(subnets({ wayOut: 'internet gateway' }, { wayOut: 'internet gateway' }), { ...VPC, public: true })).toEqual([]);
    const all = ['dynamodb', 'ecr.api', 'ecr.dkr', 'logs', 's3', 'states'];
    expect(judged(subnets({ wayOut: 'nowhere' }, { wayOut: 'nowhere' }), VPC, all)).toEqual([]);
  });

  it.each([
    ['a subnet that does not exist', subnets({}), VPC, 'change: subnet-0000000b does not exist in this account and region'],
    [
      'a subnet in another VPC',
      subnets({}, { vpc: 'vpc-00000001' }),
      VPC,
      'change: subnet-0000000b is in vpc-00000001, not in vpc-0a1b2c3d4e5f67890',
    ],
    [
      'a public subnet that is configured as private',
      subnets({}, { wayOut: 'internet gateway' }),
      VPC,
      'change: subnet-0000000b routes to an internet gateway, which only works for tasks with public addresses',
    ],
    [
      'a private subnet that is configured as public',
      subnets({ wayOut: 'internet gateway' }, {}),
      { ...VPC, public: true },
      'change: subnet-0000000b does not route to an internet gateway; public addresses have no effect there',
    ],
    [
      'a subnet without internet access',
      subnets({}, { wayOut: 'nowhere' }),
      VPC,
      'change: subnet-0000000b does not have internet access, and its VPC does not have endpoints for dynamodb, ecr.api, ecr.dkr, logs, s3, states',
    ],
    ['one zone', subnets({}, { zone: 'us-east-1a' }), VPC, 'check: All subnets are in us-east-1a'],
    ['no addresses', subnets({ free: 0 }, { free: 0 }), VPC, 'change: The subnets have 0 free addresses; one video needs 1'],
    [
      'few addresses',
      subnets({ free: 1 }, { free: 0 }),
      VPC,
      'check: The subnets have 1 free addresses; 2 videos with 1 task each would need 2',
    ],
  ])('with %s is reported', (_, some, vpc, message) => {
    expect(judged(some, vpc)).toEqual([message]);
  });

  describe('for GPUs', () => {
    const gpu = { gpu: { instanceType: 'g5.xlarge', instances: 3 } };
    const all = ['dynamodb', 'ecr.api', 'ecr.dkr', 'logs', 's3', 'states'];
    const isolated = subnets({}, { wayOut: 'nowhere' });

    it("needs the ECS agent's endpoints too", () => {
      expect(judged(isolated, VPC, all, gpu)).toEqual([
        'change: subnet-0000000b does not have internet access, and its VPC does not have endpoints for ecs, ecs-agent, ecs-telemetry',
      ]);
      expect(judged(isolated, VPC, [...all, 'ecs', 'ecs-agent', 'ecs-telemetry'], gpu)).toEqual([]);
      expect(judged(isolated, VPC, all)).toEqual([]);
    });

    it('needs an address for each instance, regardless of the tasks', () => {
      const many = { ...gpu, tasks: 10 };
      expect(judged(subnets({ free: 2 }, { free: 1 }), VPC, all, many)).toEqual([]);
      expect(judged(subnets({ free: 2 }, { free: 0 }), VPC, all, many)).toEqual([
        'change: The subnets have 2 free addresses; 3 instances would need 3',
      ]);
    });
  });
});

describe('a certificate', () => {
  const certificate = 'arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222-3333-4444-555555555555';
  const domain = { name: 'avatar.example.com', certificate };
  const at = (names: string[], more: object = {}) => words({ certificate: { value: { status: 'ISSUED', names, ...more } } }, { domain });

  it.each([['avatar.example.com'], ['*.example.com']])('for %s covers avatar.example.com', (name) => {
    expect(at([name])).toEqual([]);
  });

  it.each([['example.com'], ['*.avatar.example.com'], ['*.com'], ['avatar.example.org']])('for %s does not cover it', (name) => {
    expect(at([name])).toEqual([`change: It covers ${name}, but not avatar.example.com`]);
  });

  it('that expires soon needs review', () => {
    const expires = new Date(Date.now() + 10.5 * 86_400_000).toISOString();
    expect(at(['avatar.example.com'], { expires })).toEqual(['check: It expires in 10 days']);
  });
});

it.each([
  [
    "another account's credentials",
    {},
    { account: '999999999999' },
    'change: The credentials are arn:aws:iam::123456789012:user/operator, in us-east-1; the setting account is 999999999999',
  ],
  ['a region without a service', { missingServices: { value: ['ecs'] } }, {}, 'change: us-east-1 does not have ecs'],
  [
    'a region without generative voices',
    { polly: { value: ['neural', 'standard'] } },
    { tts: 'polly', pollyEngine: 'generative' },
    'change: us-east-1 does not have generative voices',
  ],
  ['a region without voices', { polly: { value: [] } }, { tts: 'polly' }, 'change: us-east-1 does not have voices'],
  [
    'a region at its VPC limit',
    { vpcs: { value: { used: 5, limit: 5 } } },
    {},
    'change: The region has 5 of 5 VPCs, and the deployment creates one more',
  ],
  [
    'too few job starts',
    { states: { value: { 'StartExecution throttle token refill rate per second': 1 } } },
    {},
    'change: The account allows 1 jobs started per second; capacity is 2',
  ],
  [
    'an unknown limit of job starts',
    { states: { value: {} } },
    {},
    "check: Service Quotas does not list the account's limit for jobs started per second",
  ],
  [
    'an instance type that is not offered',
    { gpuOffered: { value: false }, gpuVcpus: { value: 64 } },
    { gpu: { instanceType: 'g5.xlarge' } },
    'change: us-east-1 does not offer g5.xlarge',
  ],
  [
    "another application's log role",
    { api: { value: { rate: 10_000, burst: 5_000, logRole: 'arn:aws:iam::123456789012:role/logs' } } },
    {},
    'check: All APIs in us-east-1 write their logs with arn:aws:iam::123456789012:role/logs; the deployment replaces it with its own role',
  ],
  [
    'more configured concurrency than available',
    { lambda: { value: { concurrent: 10, unreserved: 10 } } },
    { accountConcurrency: 20 },
    'change: The account allows 10 concurrent executions; accountConcurrency is 20',
  ],
] as const)('%s is reported', (_, facts, given, message) => {
  expect(words(facts as Partial<Facts>, given)).toEqual([message]);
});

it('reports a region without list prices, with the command that downloads them', () => {
  const facts = { ...FACTS, region: 'eu-north-9' };
  expect(judge(facts, settingsOf({ region: 'eu-north-9' }))).toContainEqual({
    level: 'change',
    subject: 'Prices',
    found: 'No list prices for eu-north-9, only for us-east-1',
    advice: ['Run: npm run prices:refresh -- --region eu-north-9', 'Deploy with -c prices=FILE, your own price file'],
  });
});
