import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dynamodb } from '#aws/clients';
import { metricLine } from '#aws/metrics';
import { RESOURCE_NAMES } from '#aws/usage';
import { type LedgerRow, listJobRows, rowTotal } from '#billing';
import { fromLedgerItems, toLedgerItem } from '../../layers/billing/ledger/item.ts';
import { costMetrics } from '../../layers/billing/ledger/metrics.ts';
import { writeRows } from '../../layers/billing/ledger/rows.ts';
import { priceUsage } from '../../layers/billing/row.ts';
import { readPrices } from '../../lib/billing/index.ts';
import { useEmbedded } from '../jobs/embedded.ts';

useEmbedded(1);
const prices = readPrices();

const charges = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...RESOURCE_NAMES), fc.double({ min: 1e-9, max: 1e4, noNaN: true })), {
    selector: ([name]) => name,
  })
  .map((usage) => priceUsage(new Map(usage), prices));

const rowOf = (changes: Partial<LedgerRow>): LedgerRow => ({
  id: randomUUID(),
  at: '2026-11-21T10:00:00.000Z',
  step: 'solve',
  seconds: 1,
  prices: { region: 'us-east-1', version: prices.version },
  estimated: false,
  charges: [],
  ...changes,
});

describe('a row', () => {
  it('is read from the table as it was written', () => {
    fc.assert(
      fc.property(charges, fc.option(fc.string(), { nil: undefined }), (list, job) => {
        const row = rowOf({ charges: list, ...(job !== undefined && { job }) });
        expect(fromLedgerItems([{ ...toLedgerItem(row, 'w') }])).toEqual([row]);
      }),
    );
  });

  it('costs two write units including its index, even with more charges than any real invocation', async () => {
    const used = RESOURCE_NAMES.filter((name) => !/fargate|x86|polly.standard/.test(name));
    const usage = new Map(used.map((name) => [name, 12.345678912] as const));
    const row = rowOf({
      id: `${randomUUID()}#Synthesize#2026-11-21T10:00:00.000Z#0`,
      job: randomUUID(),
      account: 'a'.repeat(60),
      output: 'video',
      actor: 'amara',
      language: 'en-US',
      charges: priceUsage(usage, prices),
    });
    const { ConsumedCapacity } = await dynamodb().send(
      new PutCommand({
        TableName: 'ledger',
        Item: toLedgerItem(row, 'w'),
        ReturnConsumedCapacity: 'TOTAL',
      }),
    );
    expect(ConsumedCapacity?.CapacityUnits).toBe(2);
  });

  it('is written once by each invocation, and an estimate is only written if there is no row', async () => {
    const write = fc.record({ writer: fc.constantFrom('a', 'b', 'audit'), times: fc.integer({ min: 1, max: 2 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 5 }), async (writes) => {
        const job = randomUUID();
        for (const { writer, times } of writes) {
          const row = rowOf({ id: job, job, estimated: writer === 'audit' });
          for (let time = 0; time < times; time += 1) await writeRows('ledger', [row], { writer, signal: AbortSignal.timeout(5_000) });
        }
        const own = new Set(writes.map(({ writer }) => writer).filter((writer) => writer !== 'audit'));
        const rows = await listJobRows('ledger', job);
        expect(rows).toHaveLength(Math.max(1, own.size));
        expect(rows.filter(({ estimated }) => estimated)).toHaveLength(own.size === 0 ? 1 : 0);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the CloudWatch metrics', () => {
  const costs = (given: LedgerRow[]) => costMetrics(given, 'test').map((cost) => JSON.parse(metricLine(cost, 0)));

  it('contain costs by step and output type, not by job, in the embedded metric format', () => {
    const usage = new Map([['lambda.requests', 5]] as const);
    const row = rowOf({ job: 'j', account: 'acme', output: 'csv', charges: priceUsage(usage, prices) });
    expect(costs([row, row, { ...row, output: 'video' }])).toEqual(
      [
        ['csv', 2e-6],
        ['video', 1e-6],
      ].map(([output, Cost]) => ({
        _aws: {
          Timestamp: 0,
          CloudWatchMetrics: [
            {
              Namespace: 'Avatar',
              Dimensions: [['stage'], ['stage', 'step'], ['stage', 'output']],
              Metrics: [{ Name: 'Cost', Unit: 'None' }],
            },
          ],
        },
        stage: 'test',
        step: 'solve',
        output,
        Cost,
      })),
    );
  });

  it('add up the rows', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(charges, fc.constantFrom('csv', 'fbx', undefined))), (given) => {
        const rows = given.map(([list, output]) => rowOf({ charges: list, ...(output && { output }) }));
        const told = costs(rows).reduce((sum, { Cost }) => sum + Cost, 0);
        const total = Number(rows.reduce((sum, row) => sum + rowTotal(row), 0n)) / 1e12;
        expect(Math.abs(told - total)).toBeLessThanOrEqual(total * 1e-12);
      }),
    );
  });
});
