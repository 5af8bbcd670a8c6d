import { CommandError } from '@talking-avatar/cli';
import { RESOURCES, type ResourceName } from '#aws';
import { createReport, formatDollars, formatShort, groupRows, type LedgerRow, perMinute, rowTotal } from '#billing';
import { estimate, money, round, share } from './amounts.ts';
import { cell, type Format, type Row, toObject, writeRows } from './tables.ts';

const STEP_COLUMNS = ['step', 'cost', 'share', 'invocations', 'seconds', 'estimated'];
const RESOURCE_COLUMNS = ['resource', 'quantity', 'unit', 'cost', 'share'];

/**
 * Describes a job's costs by step and resource. CSV output contains only the steps.
 * @param rows all rows of the job
 * @throws CommandError if there are no rows
 */
export function describeJob(job: string, rows: readonly LedgerRow[], format: Format): string[] {
  if (rows.length === 0) throw new CommandError(`The ledger does not have rows for job ${job}; rows are deleted after 400 days`);
  const total = rows.reduce((sum, row) => sum + rowTotal(row), 0n);
  const steps = stepsOf(rows, total);
  if (format === 'csv') return writeRows(steps, STEP_COLUMNS, format);
  const resources = resourcesOf(rows, total);
  const report = createReport('job');
  for (const row of rows) report.add(row);
  const { result, metadata, ...subject } = report.subjectOf(job);
  const minute = perMinute({ amount: total, seconds: result?.seconds ?? 0 });
  if (format === 'json') {
    const whole = { job, ...subject, ...(metadata && { metadata }), cost: formatDollars(total), seconds: result?.seconds ?? null };
    const per_minute = minute === undefined ? null : formatDollars(minute);
    return [JSON.stringify({ ...whole, per_minute, steps: steps.map(toObject), resources: resources.map(toObject) })];
  }
  const made = result ? `, ${result.seconds.toFixed(2)} s of result, ${formatShort(minute ?? 0n)} a minute` : '';
  const names = Object.entries(metadata ?? {}).map(([name, value]) => `${name}: ${value}`);
  return [
    `${job} (${[...Object.values(subject), ...names].join(', ')}): ${formatShort(total)}${made}`,
    '',
    ...writeRows(steps, STEP_COLUMNS, format),
    '',
    ...writeRows(resources, RESOURCE_COLUMNS, format),
  ];
}

function stepsOf(rows: readonly LedgerRow[], total: bigint): Row[] {
  return groupRows(rows, 'step').map(({ key, amount, invocations, estimated }) => {
    const seconds = rows.filter(({ step }) => step === key).reduce((sum, row) => sum + row.seconds, 0);
    return {
      step: cell(key),
      cost: money(amount),
      share: share(amount, total),
      invocations: cell(invocations),
      seconds: cell(round(seconds, 3), seconds.toFixed(2)),
      estimated: estimate(estimated),
    };
  });
}

function resourcesOf(rows: readonly LedgerRow[], total: bigint): Row[] {
  const charges = rows.flatMap((row) => row.charges);
  return groupRows(rows, 'resource').map(({ key, amount }) => {
    const used = charges.filter(({ resource }) => resource === key).reduce((sum, { quantity }) => sum + quantity, 0);
    return {
      resource: cell(key),
      quantity: cell(round(used, 9)),
      unit: cell(RESOURCES[key as ResourceName].unit),
      cost: money(amount),
      share: share(amount, total),
    };
  });
}
