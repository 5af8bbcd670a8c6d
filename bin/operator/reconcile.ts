import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { CommandError, type Output } from '@talking-avatar/cli';
import { createReconciliation, readBill, readRows, type ServiceDifference } from '#billing';
import { DEPLOYMENT_TAG, deploymentOf, LOCAL_STAGE } from '../../lib/settings/index.ts';
import { money } from './amounts.ts';
import { cell, type Format, type Row, readFormat, writeRows } from './tables.ts';
import { findTarget } from './target.ts';
import type { OperatorValues } from './values.ts';

const COLUMNS = ['service', 'ledger', 'bill', 'difference', 'percent'];

interface Values extends OperatorValues {
  month?: string;
  cur?: string;
  format?: string;
}

/** `avatar reconcile`: compares a month on the ledger with the AWS bill for the same tags. @throws CommandError */
export async function reconcile(values: Values, output: Output): Promise<void> {
  const { month = '', cur } = values;
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw new CommandError(`--month must be a month such as 2026-11, got ${JSON.stringify(month)}`);
  if (!cur) throw new CommandError('Missing option --cur: pass a Cost and Usage export, CSV or CSV.gz');
  const format = readFormat(values);
  const { ledgerTable, webhooksKey } = await findTarget(values);
  const reconciliation = createReconciliation();
  // arn:aws:kms:REGION:ACCOUNT:key/ID
  const region = webhooksKey.split(':')[3] ?? '';
  const tags = { [DEPLOYMENT_TAG]: deploymentOf({ stage: values.stage ?? LOCAL_STAGE, region }) };
  await readLines(cur, async (text) => {
    for await (const line of readBill(text, { month, tags })) reconciliation.bill(line);
  });
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
  for await (const row of readRows(ledgerTable, `${month}-01`, last)) reconciliation.add(row);
  const lines = reconciliation.services();
  for (const line of writeDifferences(lines, format)) output.out(line);
  if (lines.every(({ bill }) => bill === 0n))
    throw new CommandError(
      `No line for ${month} in ${cur} has the tag ${DEPLOYMENT_TAG} = ${tags[DEPLOYMENT_TAG]}; ` +
        'check that it is activated as a cost allocation tag and included in the export',
    );
}

/** Formats the services, followed by their total if the format is a table. */
export function writeDifferences(services: readonly ServiceDifference[], format: Format): string[] {
  const sum = (of: 'ledger' | 'bill') => services.reduce((all, service) => all + service[of], 0n);
  const total = format === 'table' ? [{ service: 'total', ledger: sum('ledger'), bill: sum('bill') }] : [];
  const rows = [...services, ...total].map(({ service, ledger, bill }): Row => {
    const percent = bill === 0n ? null : Number(((ledger - bill) * 10_000n) / bill) / 100;
    return {
      service: cell(service),
      ledger: money(ledger),
      bill: money(bill),
      difference: money(ledger - bill),
      percent: cell(percent, percent === null ? '' : `${percent.toFixed(1)} %`),
    };
  });
  return writeRows(rows, COLUMNS, format);
}

async function readLines(path: string, read: (text: AsyncIterable<string>) => Promise<void>): Promise<void> {
  const file = createReadStream(path);
  const stream = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => stream.destroy(error));
  try {
    await read(stream.setEncoding('utf8'));
  } catch (cause) {
    throw new CommandError(`--cur: could not read ${path}: ${(cause as Error).message}`, { cause });
  }
}
