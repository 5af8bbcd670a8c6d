import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResourceName } from '#aws';
import { GROUPINGS, groupRows, type LedgerRow, listJobRows, rowTotal } from '#billing';
import { billed, IndependentCount, stepOf } from '../billing/count.ts';
import { type Mixed, readLedger, runMixed } from '../billing/mixed.ts';
import { agrees, EXACT } from '../billing/tolerance.ts';
import { startService, type TestService } from './service.ts';

/** One of each kind for each account. */
const JOBS = 15;
const RETENTION = 7;

const count = new IndependentCount(RETENTION);
let service: TestService;
let made: Mixed;
let rows: LedgerRow[];

beforeAll(async () => {
  const faults = count.around();
  service = await startService({ tts: 'polly', retentionDays: RETENTION }, { onReport: count.onReport, faults });
  made = await runMixed(service, count, JOBS);
  rows = await readLedger(service);
});
afterAll(() => service?.end());

const quantityOf = (wanted: ResourceName, of: readonly LedgerRow[] = rows): number =>
  of.flatMap(({ charges }) => charges).reduce((sum, { resource, quantity }) => sum + (resource === wanted ? quantity : 0), 0);

describe(`the ledger of ${JOBS} mixed jobs`, () => {
  it('has the same total in every grouping, to the pico-dollar', () => {
    const total = rows.reduce((sum, row) => sum + rowTotal(row), 0n);
    expect(total).toBeGreaterThan(0n);
    for (const grouping of GROUPINGS) {
      expect(groupRows(rows, grouping).reduce((sum, { amount }) => sum + amount, 0n)).toBe(total);
    }
    expect(
      groupRows(rows, 'account')
        .map(({ key }) => key)
        .sort(),
    ).toEqual(expect.arrayContaining(['ada', 'bo', 'cy']));
  });

  it('has one row for each invocation that the local Lambda made, with about the time that it billed', () => {
    const billedSeconds = (reports: typeof count.reports) => reports.reduce((sum, report) => sum + billed(report), 0) / 1000;
    const ownSeconds = (own: typeof rows) => own.reduce((sum, row) => sum + row.seconds, 0);
    for (const step of new Set(count.reports.map(stepOf))) {
      const reports = count.reports.filter((report) => stepOf(report) === step);
      const own = rows.filter((row) => row.step === step);
      expect([step, quantityOf('lambda.requests', own)]).toEqual([step, expect.closeTo(reports.length, 6)]);
      const share = ownSeconds(own) / billedSeconds(reports);
      // A function does not see what the runtime around it takes: much of a short invocation on a busy machine.
      expect([step, share > 0.5 && share < 1.1]).toEqual([step, true]);
    }
    const steps = new Set(count.reports.map(stepOf));
    const whole = ownSeconds(rows.filter(({ step }) => steps.has(step))) / billedSeconds(count.reports);
    expect(whole).toBeGreaterThan(0.75);
    expect(whole).toBeLessThan(1.1);
    expect(rows.filter(({ estimated }) => estimated)).toEqual([]);
  });

  it.each([...EXACT, 'dynamodb.reads', 'lambda.compute.arm64'] as const)('counts %s as the service itself did', (resource) => {
    const [ledger, services] = [quantityOf(resource), count.used.get(resource) ?? 0];
    expect({ ledger, services, agree: agrees(resource, ledger, services) }).toMatchObject({ agree: true });
  });

  it('charges what a failed job used, and every job more than nothing', async () => {
    const table = service.outputs.LedgerTable ?? '';
    for (const id of made.ids) {
      const own = await listJobRows(table, id);
      expect(own.reduce((sum, row) => sum + rowTotal(row), 0n)).toBeGreaterThan(0n);
      const steps = own.map(({ step }) => step);
      expect(steps).toEqual(expect.arrayContaining(['generate', 'dispatch', 'begin', 'execution', 'finalize']));
      // The job has no webhooks.
      expect(steps).not.toContain('deliver');
      if (made.failing.includes(id)) expect(steps).toContain('align');
      expect(steps.includes('export')).toBe(!made.failing.includes(id));
    }
  });
});
