import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from 'aws-lambda';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dynamodb } from '#aws/clients';
import { ATTEMPT_VARIABLES, readStepAttempt, type StepAttempt } from '#aws/usage';
import { createStepHandler } from '#jobs';
import { taskUsage } from '../../layers/billing/compute-usage.ts';
import type { LedgerItem } from '../../layers/billing/ledger/item.ts';
import { pullTime } from '../../layers/billing/ledger/pull-time.ts';
import { readPrices } from '../../lib/billing/index.ts';

describe('the usage of a Fargate task', () => {
  it('consists of vCPUs, memory, and a public address in whole seconds, for at least a minute', () => {
    const size = { architecture: 'arm64', vcpus: 4, memory: 8_192 } as const;
    fc.assert(
      fc.property(fc.double({ min: 0, max: 10_000, noNaN: true }), (seconds) => {
        const usage = taskUsage(size, seconds);
        const billed = (usage.get('fargate.vcpu.arm64')! * 3600) / 4;
        expect(billed).toBeCloseTo(Math.max(60, Math.ceil(seconds)), 6);
        expect(usage.get('fargate.memory.arm64')).toBeCloseTo((billed * 8) / 3600, 6);
        expect(usage.get('fargate.address')).toBeCloseTo(billed / 3600, 6);
        expect(usage.size).toBe(3);
      }),
    );
  });

  it('excludes the IP address for a task without one, and includes the whole instance for a task with a GPU', () => {
    const size = { architecture: 'x86', vcpus: 4, memory: 8_192 } as const;
    expect([...taskUsage({ ...size, address: false }, 3_600).keys()]).toEqual(['fargate.vcpu.x86', 'fargate.memory.x86']);
    expect(taskUsage({ ...size, gpu: true }, 1_800)).toEqual(
      new Map([
        ['gpu.instance', 0.5],
        ['fargate.address', 0.5],
      ]),
    );
  });

  it('starts with the image pull if there is a metadata endpoint, otherwise with the process', async () => {
    let answer = '';
    const server = createServer((_, response) => response.end(answer)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4/x`;
    try {
      const began = Date.now() - process.uptime() * 1000;
      answer = JSON.stringify({ PullStartedAt: new Date(began - 12_000).toISOString(), Limits: { CPU: 4 } });
      expect(await pullTime(address)).toBeCloseTo(12_000, -2);
      for (const wrong of ['', '{}', '<html>', '{"PullStartedAt":"soon"}', '{"PullStartedAt":"2999-01-01T00:00:00Z"}']) {
        answer = wrong;
        expect(await pullTime(address)).toBe(0);
      }
    } finally {
      server.close();
    }
    expect(await pullTime(address)).toBe(0);
    expect(await pullTime(undefined)).toBe(0);
  });
});

describe('a task whose job has ended', () => {
  afterEach(() => vi.restoreAllMocks());

  it('writes its image pull to the ledger once', async () => {
    const began = Date.now() - process.uptime() * 1000;
    const answer = JSON.stringify({ PullStartedAt: new Date(began - 3_600_000).toISOString() });
    const server = createServer((_, response) => response.end(answer)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    Object.assign(process.env, {
      AWS_REGION: 'us-east-1',
      LEDGER_TABLE: 'ledger',
      STAGE: 'test',
      RETENTION_DAYS: '3',
      ARCHITECTURE: 'arm64',
      EPHEMERAL_STORAGE: '20480',
      TASK_SIZE: '{"vcpus":4,"memory":8192}',
      PRICES: JSON.stringify(readPrices()),
      ECS_CONTAINER_METADATA_URI_V4: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4/x`,
    });
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const hours: unknown[] = [];
    vi.spyOn(dynamodb(), 'send').mockImplementation((async ({
      input,
    }: {
      input: { TransactItems?: { Put?: { Item: LedgerItem } }[]; Key?: object };
    }) => {
      if (input.Key) return { Item: { ...input.Key, status: 'cancelled', specification: { output: {} } } };
      hours.push(input.TransactItems?.[0]?.Put?.Item.charges['fargate.address']?.[0]);
      return {};
    }) as never);
    try {
      const handler = createStepHandler('jobs', async () => {});
      const context = { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 60_000 } as Context;
      for (const _ of [1, 2]) await expect(handler({ id: randomUUID() }, context)).rejects.toThrow();
    } finally {
      server.close();
      delete process.env.ECS_CONTAINER_METADATA_URI_V4;
    }
    const minute = 60 / 3600;
    expect(hours).toEqual([expect.closeTo(1, 1), expect.closeTo(minute, 6)]);
  });
});

describe('the variables of a container', () => {
  const attempts: fc.Arbitrary<StepAttempt> = fc.record(
    {
      state: fc.string({ minLength: 1 }),
      entered: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString()),
      retry: fc.nat(),
      item: fc.nat(),
      execution: fc.string(),
    },
    { requiredKeys: ['state', 'entered', 'retry'] },
  );

  it('contain the attempt', () => {
    fc.assert(
      fc.property(attempts, (attempt) => {
        const told = Object.entries(attempt).map(([key, value]) => [ATTEMPT_VARIABLES[key as keyof StepAttempt], String(value)]);
        expect(readStepAttempt({ PATH: '/bin', ...Object.fromEntries(told) })).toEqual(attempt);
      }),
    );
  });

  it('contain no attempt if one is invalid', () => {
    const names = Object.values(ATTEMPT_VARIABLES);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.string()), (variables) => {
        expect(readStepAttempt({ ...variables, TASK_RETRY: '-1' })).toBeUndefined();
      }),
    );
  });
});
