import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { dynamodb } from '../../layers/cloud/clients.ts';
import { costsOf, listJobRows, metricLine, writeRows } from '../../layers/cloud/index.ts';
import { fromLedgerItem, toLedgerItem } from '../../layers/cloud/ledger/item.ts';
import { PutRowCommand } from '../../layers/cloud/ledger/put-row.ts';
import { Meter, withMeter } from '../../layers/cloud/metering/index.ts';
import { type LedgerRow, priceUsage, RESOURCE_NAMES, totalOf } from '../../layers/ledger/index.ts';
import { readPrices } from '../../lib/costs/index.ts';
import { useEmbedded } from './embedded.ts';

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
  it('comes out of the table as it went in', () => {
    fc.assert(
      fc.property(charges, fc.option(fc.string(), { nil: undefined }), (list, job) => {
        const row = rowOf({ charges: list, ...(job !== undefined && { job }) });
        expect(fromLedgerItem({ ...toLedgerItem(row, 'w') })).toEqual(row);
      }),
    );
  });

  it('takes two write units with its index, also where an invocation used more than any does', async () => {
    const used = RESOURCE_NAMES.filter((name) => !/fargate|x86|polly.standard/.test(name));
    const usage = new Map(used.map((name) => [name, 12.345678912] as const));
    const row = rowOf({
      ...{ id: `${randomUUID()}#Synthesize#2026-11-21T10:00:00.000Z#0`, job: randomUUID(), account: 'a'.repeat(60) },
      ...{ output: 'video', actor: 'amara', language: 'en-US', charges: priceUsage(usage, prices) },
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

  it('is written once by each invocation, and an estimate only where none has', async () => {
    const write = fc.record({ writer: fc.constantFrom('a', 'b', 'audit'), times: fc.integer({ min: 1, max: 2 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 5 }), async (writes) => {
        const job = randomUUID();
        for (const { writer, times } of writes) {
          const row = rowOf({ id: job, job, estimated: writer === 'audit' });
          for (let time = 0; time < times; time += 1)
            await writeRows('ledger', [row], { writer, signal: AbortSignal.timeout(5_000) });
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

describe('a row that is put by what the last request looked like', () => {
  const write = (row: LedgerRow) => writeRows('ledger', [row], { writer: 'w', signal: AbortSignal.timeout(5_000) });
  const { requestHandler } = dynamodb().config;

  it.each([
    ['is refused', () => Promise.resolve({ response: { statusCode: 400, body: Readable.from(['{}']) } })],
    ['cannot be sent', () => Promise.reject(new Error('cut off'))],
    [
      'has an answer that nobody can read',
      () => Promise.resolve({ response: { statusCode: 200, body: Readable.from('x') } }),
    ],
  ])('is put by the SDK where it %s, and the next one shortly again', async (_, fail) => {
    await write(rowOf({}));
    const sent = vi.spyOn(requestHandler, 'handle').mockImplementationOnce(fail as never);
    const rows = [1, 2, 3].map(() =>
      rowOf({ job: randomUUID(), charges: priceUsage(new Map([['egress', 0.5]]), prices) }),
    );
    try {
      for (const row of rows) await write(row);
      expect(sent).toHaveBeenCalledTimes(4);
    } finally {
      sent.mockRestore();
    }
    for (const row of rows) expect(await listJobRows('ledger', row.job ?? '')).toEqual([row]);
  });

  it('is counted by the invocation that puts it, as the first is', async () => {
    const count = async () => {
      const meter = new Meter(1);
      await withMeter(meter, () => write(rowOf({ job: randomUUID() })));
      return meter.usage.get('dynamodb.writes');
    };
    expect([await count(), await count()]).toEqual([2, 2]);
  });

  it('whose condition did not hold is told at once, and counted as what it is billed for', async () => {
    const job = randomUUID();
    const row = rowOf({ id: job, job });
    await write(row);
    const sent = vi.spyOn(requestHandler, 'handle');
    const meter = new Meter(1);
    const put = () => writeRows('ledger', [row], { writer: 'another', signal: AbortSignal.timeout(5_000) });
    try {
      expect(await withMeter(meter, put)).toEqual([{ ...row, id: `${job}#another` }]);
      expect(sent).toHaveBeenCalledTimes(2);
    } finally {
      sent.mockRestore();
    }
    // One for the refusal; two for the row beside, and its place in the index.
    expect(meter.usage.get('dynamodb.writes')).toBe(3);
  });

  /** Bodies of the requests that putting an item takes where the first one is refused: the short way's, then the SDK's. */
  async function bodiesOf(input: PutCommandInput): Promise<unknown[]> {
    await write(rowOf({}));
    const bodies: unknown[] = [];
    const sent = vi.spyOn(requestHandler, 'handle').mockImplementation((async ({ body }: { body: string }) => {
      bodies.push(JSON.parse(Buffer.from(body).toString()));
      return { response: { statusCode: bodies.length === 1 ? 400 : 200, headers: {}, body: Readable.from(['{}']) } };
    }) as never);
    try {
      await dynamodb().send(new PutRowCommand(input));
    } catch {
      // What the SDK alone can write was refused by the only answer it got, or it cannot be written at all.
    } finally {
      sent.mockRestore();
    }
    return bodies;
  }

  it('asks for the same as the SDK, whatever a row has', async () => {
    const text = fc.string({ unit: 'binary' });
    const shape = fc.record(
      {
        ...{ job: text, account: text, output: text, actor: text, language: text },
        deliveries: fc.array(text),
        seconds: fc.double({ min: 0, max: 1e15, noNaN: true }),
        estimated: fc.boolean(),
        charges,
        result: fc.record(
          {
            ...{ seconds: fc.double({ min: 0, max: 1e6, noNaN: true }), took: fc.nat(), characters: fc.nat() },
            ...{
              speed: fc.double({ min: 0.25, max: 4, noNaN: true }),
              engine: text,
              drawing: fc.nat(),
              frames: fc.nat(),
            },
          },
          { requiredKeys: ['seconds', 'took', 'characters', 'speed', 'engine'] },
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(shape, async (changes) => {
        const [short, whole, ...more] = await bodiesOf({
          TableName: 'ledger',
          Item: toLedgerItem(rowOf(changes), 'w'),
          ReturnValues: 'ALL_OLD',
          ConditionExpression: 'attribute_not_exists(id) OR estimated = :yes',
          ExpressionAttributeValues: { ':yes': true },
        });
        expect(short).toEqual(whole);
        expect(more).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    ['null', null, 2],
    ['what is undefined', { list: [1, undefined], map: { none: undefined } }, 2],
    ['a number that is none', Number.NaN, 0],
    ['a number too large to be exact', 1e300, 0],
    ['a whole number of any size', 10n ** 30n, 1],
    ['a set', new Set(['a']), 1],
    ['bytes', new Uint8Array([1]), 1],
    ['a date', new Date(0), 0],
  ])('leaves to the SDK what it does not know: %s', async (_, value, requests) => {
    const bodies = await bodiesOf({ TableName: 'ledger', Item: { part: 'p', id: 'i', value } });
    expect(bodies).toHaveLength(requests);
    expect(bodies[0]).toEqual(bodies.at(-1));
  });
});

describe('what CloudWatch is told', () => {
  const costs = (given: LedgerRow[]) => costsOf(given, 'test').map((cost) => JSON.parse(metricLine(cost, 0)));

  it('is the cost by step and output type, in the embedded metric format, and of no job', () => {
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
        ...{ stage: 'test', step: 'solve', output, Cost },
      })),
    );
  });

  it('comes to what the rows come to', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(charges, fc.constantFrom('csv', 'fbx', undefined))), (given) => {
        const rows = given.map(([list, output]) => rowOf({ charges: list, ...(output && { output }) }));
        const told = costs(rows).reduce((sum, { Cost }) => sum + Cost, 0);
        const total = Number(rows.reduce((sum, row) => sum + totalOf(row), 0n)) / 1e12;
        expect(Math.abs(told - total)).toBeLessThanOrEqual(total * 1e-12);
      }),
    );
  });
});
