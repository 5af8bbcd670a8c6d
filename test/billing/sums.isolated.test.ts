import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dynamodb } from '#aws/clients';
import { addTo, findBudget, type LedgerRow, listJobRows, readDailySums, readRows, rowTotal, sampleExecutions, setBudget } from '#billing';
import { aggregateCosts } from '../../functions/workers/aggregate/aggregate-costs.ts';
import { writeRows } from '../../layers/billing/ledger/rows.ts';
import { renderersOf } from '../../lib/billing/renderers.ts';
import { useEmbedded } from '../jobs/embedded.ts';

useEmbedded(1);
afterEach(() => vi.restoreAllMocks());

const rowOf = (changes: Partial<LedgerRow>, amount: number): LedgerRow => ({
  id: randomUUID(),
  at: '2026-11-25T10:00:00.000Z',
  step: 'solve',
  seconds: 1,
  estimated: false,
  prices: { region: 'us-east-1', version: '1' },
  charges: [{ resource: 'lambda.requests', quantity: 1, unit_price: amount, amount }],
  ...changes,
});

const write = (row: LedgerRow, writer: string) => writeRows('ledger', [row], { writer, signal: AbortSignal.timeout(10_000) });

/** Makes ledger calls fail as they would in a crash, either before or after they have been sent. */
function crash(fault: 'before' | 'after' | undefined): void {
  if (!fault) return;
  const send = dynamodb().send.bind(dynamodb());
  vi.spyOn(dynamodb(), 'send').mockImplementation((async (command: never) => {
    if (fault === 'after') await send(command);
    throw new Error('Crashed');
  }) as never);
}

/** Returns what each account spent on a day, once from the sums and once from the rows. */
async function compare(day: string) {
  const { accounts, rows } = await readDailySums('ledger', day);
  const counted = [...accounts].filter(([, amount]) => amount !== 0n).sort();
  const spent = new Map<string, bigint>();
  for await (const row of readRows('ledger', day, day)) addTo(spent, row.account ?? '', rowTotal(row));
  return { sums: counted, recount: [...spent].filter(([, amount]) => amount !== 0n).sort(), rows };
}

describe('sums', () => {
  it('equal a full recount, to the pico-dollar, despite concurrency and crashes', async () => {
    const one = fc.record({
      job: fc.integer({ min: 0, max: 2 }),
      writer: fc.constantFrom('a', 'b', 'audit'),
      account: fc.constantFrom('acme', 'other'),
      amount: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
      fault: fc.option(fc.constantFrom('before' as const, 'after' as const), { nil: undefined, freq: 3 }),
    });
    let day = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(one, { maxLength: 4 }), { maxLength: 4 }), async (rounds) => {
        day += 1;
        const date = `2027-01-01T00:00:00.000Z`.replace('01-01', `0${1 + Math.floor(day / 28)}-${String(1 + (day % 28)).padStart(2, '0')}`);
        for (const round of rounds) {
          const fault = round[0]?.fault;
          crash(fault);
          await Promise.allSettled(
            round.map(({ job, writer, account, amount }) => {
              const changes = { id: `${day}-${job}`, job: `${day}-${job}`, account, at: date };
              return write(rowOf({ ...changes, estimated: writer === 'audit' }, amount), writer);
            }),
          );
          vi.restoreAllMocks();
        }
        const { sums, recount } = await compare(date.slice(0, 10));
        expect(sums).toEqual(recount);
      }),
      { numRuns: 50 },
    );
  });

  it('subtract a replaced estimate once', async () => {
    const at = '2026-12-01T10:00:00.000Z';
    const row = { id: 'attempt', job: 'j', account: 'acme', at };
    await write(rowOf({ ...row, estimated: true }, 100), 'audit');
    expect((await compare('2026-12-01')).sums).toEqual([['acme', 100n]]);
    await Promise.all([write(rowOf(row, 7), 'a'), write(rowOf(row, 7), 'a')]);
    await write(rowOf(row, 5), 'b');
    await write(rowOf({ ...row, estimated: true }, 100), 'audit');
    const { sums, recount, rows } = await compare('2026-12-01');
    expect({ sums, rows }).toEqual({ sums: [['acme', 12n]], rows: 2 });
    expect(recount).toEqual(sums);
  });
});

describe('cost aggregation', () => {
  const resources = { ledger: 'ledger', accounts: 'accounts', stage: 'test', renderers: renderersOf() };
  const spent = async (account: string, now: () => number) => (await findBudget('accounts', account, now))?.spent;

  it('samples a large day, and finds the account of rows that only have a job', async () => {
    const at = '2026-12-10T10:00:00.000Z';
    await setBudget('accounts', 'big', { limit: 1n, stop: false });
    await write(rowOf({ job: 'of-big', account: 'big', at }, 10), 'w');
    await write(rowOf({ job: 'of-big', at }, 5), 'w');
    const asked: string[] = [];
    const send = dynamodb().send.bind(dynamodb());
    vi.spyOn(dynamodb(), 'send').mockImplementation((async (command: { input: object }) => {
      const { KeyConditionExpression = '', ExpressionAttributeValues = {} } = command.input as never as Record<
        string,
        Record<string, unknown>
      >;
      const part = String(ExpressionAttributeValues[':part'] ?? '');
      if (part.startsWith('2026-12-10#')) asked.push(`${KeyConditionExpression}`);
      const answer = (await send(command as never)) as { Items?: Record<string, unknown>[] };
      if (part.startsWith('sum#2026-12-10#') && answer.Items?.[0]) answer.Items[0].count = 1_000_000;
      return answer;
    }) as never);
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const now = () => Date.parse('2026-12-10T12:00:00Z');
    await aggregateCosts(resources, now);
    expect(asked).toEqual(Array(8).fill('part = :part AND id < :bound'));
    vi.restoreAllMocks();
    expect(await spent('big', now)).toBe(15n);
  });

  it('samples jobs by the prefix of their IDs', async () => {
    const at = '2026-12-20T10:00:00.000Z';
    for (const job of ['10000000-a', '7fffffff-a', '90000000-a'])
      await write(rowOf({ id: `${job}#execution`, job, step: 'execution', at }, 1), 'w');
    const sample = async (share: number) => {
      const jobs: string[] = [];
      for await (const { job } of sampleExecutions('ledger', '2026-12-20', share)) jobs.push(job ?? '');
      return jobs.sort();
    };
    expect(await sample(0.01)).toEqual([]);
    expect(await sample(0.5)).toEqual(['10000000-a', '7fffffff-a']);
    expect(await sample(1)).toHaveLength(3);
  });
});

describe('a row from a later release', () => {
  it('is included if only a resource is unknown, and skipped and counted if its version is newer', async () => {
    const at = '2026-12-24T10:00:00.000Z';
    const later = rowOf({ job: 'later', account: 'acme', at }, 40);
    await write({ ...later, charges: [{ ...later.charges[0]!, resource: 'gpu.hours' }] }, 'w');
    const send = dynamodb().send.bind(dynamodb());
    vi.spyOn(dynamodb(), 'send').mockImplementation((async (command: { input: { TransactItems?: unknown[] } }) => {
      const [first] = (command.input.TransactItems ?? []) as { Put: { Item: Record<string, unknown> } }[];
      if (first) first.Put.Item.schema = 99;
      return send(command as never);
    }) as never);
    await write(rowOf({ job: 'later', account: 'acme', at }, 2), 'w');
    vi.restoreAllMocks();
    const lines: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const rows = await listJobRows('ledger', 'later');
    expect(rows.map((row) => row.charges[0]?.resource)).toEqual(['gpu.hours']);
    expect(lines.join('')).toContain('"kind":"ledger row","ItemsSkipped":1');
    expect(rows.map(rowTotal)).toEqual([40n]);
  });
});
