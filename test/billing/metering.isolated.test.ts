import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { busyness } from '@talking-avatar/speech/testing';
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { billTo, enqueueJob, recordUsage } from '#aws';
import { dynamodb } from '#aws/clients';
import { transact } from '#aws/table';
import { recordStorageUsage, setStepAttempt } from '#aws/usage';
import { type LedgerRow, listJobRows, withLedger } from '#billing';
import { findJob, publishJobEvent } from '#jobs';
import { roundQuantity } from '../../layers/billing/money.ts';
import { priceListSchema } from '../../layers/billing/prices/prices.ts';
import { readMeteringSettings } from '../../layers/billing/settings.ts';
import { readPrices } from '../../lib/billing/index.ts';
import { useEmbedded } from '../jobs/embedded.ts';
import { listRows } from './ledger-table.ts';

const { resources } = useEmbedded(1);
const prices = readPrices();
const environment = {
  LEDGER_TABLE: 'ledger',
  STAGE: 'test',
  PRICES: JSON.stringify(prices),
  RETENTION_DAYS: '3',
  ARCHITECTURE: 'arm64',
  EPHEMERAL_STORAGE: '1536',
};

beforeAll(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  Object.assign(process.env, environment, {
    POWERTOOLS_SERVICE_NAME: 'solve',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '2048',
  });
});

const contextOf = (awsRequestId: string = randomUUID(), remaining = 10_000) =>
  ({ awsRequestId, functionName: 'f', getRemainingTimeInMillis: () => remaining }) as Context;

/** Runs a function as an invocation for a job, and returns the ledger rows of that job. */
async function rowsAfter(work: () => Promise<unknown>, context = contextOf()): Promise<LedgerRow[]> {
  const job = randomUUID();
  const handler = withLedger(async () => {
    billTo({ job, account: 'acme' });
    await work();
  });
  await handler({}, context).catch(() => {});
  return listJobRows('ledger', job);
}

const usedIn = ([row]: LedgerRow[]) => Object.fromEntries((row?.charges ?? []).map(({ resource, quantity }) => [resource, quantity]));

describe('an invocation', () => {
  it("is written to the ledger with its time, memory, and storage, at the deployment's prices", async () => {
    const started = process.uptime();
    const jobs = [randomUUID(), randomUUID()];
    const handler = withLedger(async (job: string) => {
      billTo({ job, account: 'acme' });
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    for (const job of jobs) await handler(job, contextOf());
    const [first = [], rows = []] = await Promise.all(jobs.map((job) => listJobRows('ledger', job)));
    // Starting the process is billed together with the first invocation.
    expect(first[0]?.seconds).toBeGreaterThan(started);
    expect(rows).toMatchObject([
      { step: 'solve', account: 'acme', estimated: false, prices: { region: 'us-east-1', version: prices.version } },
    ]);
    const [{ seconds, charges } = { seconds: 0, charges: [] }] = rows;
    expect(seconds).toBeGreaterThanOrEqual(0.1);
    expect(seconds).toBeLessThan(started);
    expect(usedIn(rows)).toMatchObject({
      'lambda.requests': 1,
      'lambda.compute.arm64': roundQuantity(2 * seconds),
      'lambda.storage': roundQuantity(seconds),
    });
    for (const { amount } of charges) expect(amount).toBeGreaterThan(0);
  });

  it('counts the consumed DynamoDB capacity, including its own row', async () => {
    const put = (condition?: string) =>
      dynamodb().send(
        new PutCommand({
          TableName: resources.jobs,
          Item: { id: 'metered' },
          ...(condition && { ConditionExpression: condition }),
        }),
      );
    const rows = await rowsAfter(async () => {
      await dynamodb().send(new GetCommand({ TableName: resources.jobs, Key: { id: 'none' } }));
      await put();
      await put('attribute_not_exists(id)').catch(() => {});
    });
    expect(usedIn(rows)).toMatchObject({ 'dynamodb.reads': 0.5, 'dynamodb.writes': 8 });
  });

  it('counts an aborted write, which was executed', async () => {
    const put = new PutCommand({ TableName: resources.jobs, Item: { id: 'unanswered' } });
    const rows = await rowsAfter(async () => {
      await expect(dynamodb().send(put, { abortSignal: AbortSignal.timeout(0) })).rejects.toMatchObject({
        name: 'AbortError',
      });
    });
    expect(usedIn(rows)).toMatchObject({ 'dynamodb.writes': 7 });
  });

  it('counts messages and events by 64 KB', async () => {
    const account = 'a'.repeat(100_000);
    const rows = await rowsAfter(async () => {
      await enqueueJob(resources.jobsQueue, { id: randomUUID(), account: 'acme' });
      const job = { id: '1', account, status: 'running', specification: { web_hooks: {} } } as const;
      await publishJobEvent(resources.bus, 'job.running', job, '2026-11-21');
    });
    expect(usedIn(rows)).toMatchObject({ 'sqs.requests': 1, 'events.published': 2 });
  });

  it('counts two units for each item of a rejected transaction', async () => {
    const { TransactWriteCommand } = await import('@aws-sdk/lib-dynamodb');
    const check = { TableName: resources.jobs, ConditionExpression: 'attribute_exists(id)' };
    const TransactItems = ['a', 'b'].map((id) => ({ ConditionCheck: { ...check, Key: { id } } }));
    const rows = await rowsAfter(() => transact(() => dynamodb().send(new TransactWriteCommand({ TransactItems }))));
    expect(usedIn(rows)).toMatchObject({ 'dynamodb.writes': 10 });
  });

  it('charges for the storage of objects for their whole lifetime', async () => {
    const gigabyteFor = async (key: string) => usedIn(await rowsAfter(async () => recordStorageUsage(key, 2 ** 30)));
    expect(await gigabyteFor('jobs/1/result.fbx')).toMatchObject({ 's3.storage': 0.1 });
    expect(await gigabyteFor('uploads/acme/1')).toMatchObject({ 's3.storage': roundQuantity(1 / 30) });
    expect(await gigabyteFor('jobs/1/segments/0.mp4')).toMatchObject({ 's3.storage': roundQuantity(1 / 720) });
  });

  it('is charged for its usage if it fails, and throws the same error', async () => {
    const job = randomUUID();
    const handler = withLedger(async () => {
      billTo({ job });
      recordUsage('polly.neural', 12);
      throw new Error('halfway');
    });
    await expect(handler({}, contextOf())).rejects.toThrow('halfway');
    expect(usedIn(await listJobRows('ledger', job))).toMatchObject({ 'polly.neural': 12, 'lambda.requests': 1 });
  });

  it('is split between its jobs', async () => {
    const jobs = [randomUUID(), randomUUID()];
    const handler = withLedger(async () => {
      for (const job of jobs) billTo({ job });
      recordUsage('sqs.requests', 2);
    });
    await handler({}, contextOf());
    for (const job of jobs) {
      expect(usedIn(await listJobRows('ledger', job))).toMatchObject({ 'sqs.requests': 1, 'lambda.requests': 0.5 });
    }
  });

  it('is attributed to the account if there is no job', async () => {
    const account = randomUUID();
    const handler = withLedger(async () => billTo({ account }));
    await handler({}, contextOf());
    const today = new Date().toISOString().slice(0, 10);
    const rows = (await listRows('ledger', today, today)).filter((row) => row.account === account);
    expect(rows).toHaveLength(1);
    expect(rows[0]).not.toHaveProperty('job');
    expect(usedIn(rows)).toMatchObject({ 'dynamodb.writes': 4 });
  });

  it("adds its job's attributes when it reads the job, but not other jobs' attributes", async () => {
    const [own, other] = [randomUUID(), randomUUID()];
    for (const id of [own, other]) {
      const specification = { output: { type: 'video' }, language: 'de-DE', actor: 'amara' };
      const Item = { id, account: 'known', specification };
      await dynamodb().send(new PutCommand({ TableName: resources.jobs, Item }));
    }
    const handler = withLedger(async () => {
      billTo({ job: own });
      for (const id of [own, other]) await findJob(resources.jobs, id);
    });
    await handler({}, contextOf());
    expect(await listJobRows('ledger', own)).toMatchObject([{ account: 'known', output: 'video', language: 'de-DE', actor: 'amara' }]);
    expect(await listJobRows('ledger', other)).toEqual([]);
  });

  it('has a row for each repeated request, and uses the attempt as its ID for a task state', async () => {
    const entered = '2026-11-21T10:00:00.000Z';
    const job = randomUUID();
    const handler = withLedger(async () => {
      billTo({ job });
      setStepAttempt({ state: 'Render', entered, retry: 1, item: 3 });
    });
    for (let time = 0; time < 2; time += 1) await handler({}, contextOf('same'));
    const rows = await listJobRows('ledger', job);
    expect(rows.map(({ at }) => at)).toEqual([entered, entered]);
    expect(rows.map(({ id }) => id).sort()).toEqual([
      `${job}#Render#${entered}#3#1`,
      expect.stringMatching(`^${job}#Render#${entered}#3#1#[0-9a-f]{8}$`),
    ]);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('away'))],
    [
      'does not respond to',
      (_: unknown, { abortSignal }: { abortSignal: AbortSignal }) =>
        new Promise((_, reject) => abortSignal.addEventListener('abort', () => reject(abortSignal.reason))),
    ],
  ])('succeeds if the ledger %s its row, and waits only for a limited time', async (_, answer) => {
    const away = vi.spyOn(dynamodb(), 'send').mockImplementation(answer as never);
    const handler = withLedger(async () => 'done');
    const began = performance.now();
    expect(await handler({}, contextOf(undefined, 300))).toBe('done');
    expect(performance.now() - began).toBeLessThan(900 * busyness());
    expect(away).toHaveBeenCalledTimes(1);
    away.mockRestore();
  });
});
describe('the metering environment variables', () => {
  it('are named in the error when they are invalid', () => {
    expect(readMeteringSettings(environment)).toMatchObject({ EPHEMERAL_STORAGE: 1536, PRICES: prices });
    expect(() => readMeteringSettings({ ...environment, PRICES: '{}' })).toThrow(/PRICES/);
    expect(() => readMeteringSettings({ ...environment, ARCHITECTURE: 'sparc' })).toThrow(/ARCHITECTURE/);
  });

  it("fit a function's limit", () => {
    expect(v.is(priceListSchema, JSON.parse(environment.PRICES))).toBe(true);
    // Lambda allows 4 KB for all variables together (Lambda quotas).
    expect(environment.PRICES.length).toBeLessThan(1_024);
  });
});
